import type { NewLeaderboard, LeaderboardPatch } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Tier } from './catches.js';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';

export const METRICS = ['heaviest', 'longest', 'deepest', 'total_weight', 'catch_count', 'species_count'] as const;
export type Metric = (typeof METRICS)[number];

export const PERIODS = ['all_time', 'year', 'month', 'week'] as const;
export type PeriodKind = (typeof PERIODS)[number];

export interface BoardRule {
  readonly metric: Metric;
  readonly species_id: string | null;
  readonly region: string | null;
  readonly min_verification_tier: Tier;
  readonly period: PeriodKind;
}

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly rule: BoardRule;
  readonly built_in: boolean;
  readonly state: 'filling' | 'ready';
  readonly current_period: { readonly id: string; readonly starts_at: string | null; readonly ends_at: string | null };
  readonly next_reset_at: string | null;
  readonly entry_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Entry {
  readonly rank: number;
  readonly angler: { readonly id: string; readonly name: string };
  readonly score: number;
  readonly catch_id: string | null;
  readonly achieved_at: string;
  readonly previous_rank: number | null;
}

export const boardsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['leaderboards', query],
    queryFn: ({ signal }) => pageOf<Board>(cds.leaderboards.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });

export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: ['leaderboard', id],
    queryFn: async ({ signal }) => (await cds.leaderboards.get(id, {}, { signal })) as Board,
    structuralSharing: false,
  });

export const entriesQuery = (id: string, query: Filters) =>
  queryOptions({
    queryKey: ['leaderboard', id, 'entries', query],
    queryFn: ({ signal }) => pageOf<Entry>(cds.leaderboards.entries(id, query as object, { signal })),
    placeholderData: keepPreviousData,
  });

export interface BoardFields {
  /** Null: made from the rule. */
  readonly name: string | null;
  readonly metric: string;
  readonly species_id: string | null;
  readonly region: string | null;
  readonly min_verification_tier: string;
  readonly period: string;
}

export const createBoard = async (fields: BoardFields): Promise<Board> =>
  (await cds.leaderboards.create(fields as NewLeaderboard)) as Board;

/** Fails with 412 when the board was changed since it was read. */
export const updateBoard = async (board: Board, fields: BoardFields): Promise<Board> =>
  (await cds.leaderboards.update(board, fields as LeaderboardPatch)) as Board;

export const deleteBoard = (id: string): Promise<void> => cds.leaderboards.delete(id);
