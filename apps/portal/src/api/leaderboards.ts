import type {
  CreateOptions,
  Leaderboard,
  LeaderboardEntry,
  LeaderboardPatch,
  Metric,
  NewLeaderboard,
  Period,
} from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';

export const METRICS = [
  'heaviest',
  'longest',
  'deepest',
  'total_weight',
  'catch_count',
  'species_count',
] as const satisfies readonly Metric[];

export const PERIODS = ['all_time', 'year', 'month', 'week'] as const satisfies readonly Period[];

export const boardsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['leaderboards', query],
    queryFn: ({ signal }) => pageOf<Leaderboard>(cds.leaderboards.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });

export const boardQuery = (id: string) =>
  queryOptions({
    queryKey: ['leaderboard', id],
    queryFn: async ({ signal }) => (await cds.leaderboards.get(id, {}, { signal })) as Leaderboard,
    structuralSharing: false,
  });

export const entriesQuery = (id: string, query: Filters) =>
  queryOptions({
    queryKey: ['leaderboard', id, 'entries', query],
    queryFn: ({ signal }) => pageOf<LeaderboardEntry>(cds.leaderboards.entries(id, query as object, { signal })),
    placeholderData: keepPreviousData,
  });

export const createBoard = async (fields: NewLeaderboard, options?: CreateOptions): Promise<Leaderboard> =>
  (await cds.leaderboards.create(fields, options)) as Leaderboard;

/** Fails with 412 when the board was changed since it was read. */
export const updateBoard = async (board: Leaderboard, fields: LeaderboardPatch): Promise<Leaderboard> =>
  (await cds.leaderboards.update(board, fields)) as Leaderboard;

export const deleteBoard = (id: string): Promise<void> => cds.leaderboards.delete(id);
