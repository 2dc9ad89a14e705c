import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Placing } from '../placing.js';
import { byStanding, keyColumns, type PlacingRow, type PlacingsByStanding } from './placing-row.js';
import type { StandingKey } from './standing.js';

export interface AnglerOn extends StandingKey {
  readonly anglerId: string;
}

export interface EntryToSave extends StandingKey {
  readonly placing: Placing;
  readonly previousRank: number | null;
}

/** The entries of boards. Callers hold the lock of every standing that they name. */
@Injectable()
export class Entries {
  async of(db: Queryable, anglers: readonly AnglerOn[]): Promise<PlacingsByStanding> {
    const { rows } = await db.query<PlacingRow & { board_id: string; period: string }>({
      name: 'load-entries',
      text: LOAD,
      values: anglerColumns(anglers),
    });
    return byStanding(rows);
  }

  async save(db: Queryable, entries: readonly EntryToSave[]): Promise<void> {
    const values = [
      ...keyColumns(entries),
      entries.map(({ placing }) => placing.anglerId),
      entries.map(({ placing }) => placing.score),
      entries.map(({ placing }) => placing.achievedAt.toISOString()),
      entries.map(({ placing }) => placing.catchId),
      entries.map(({ previousRank }) => previousRank),
    ];
    await db.query({ name: 'save-entries', text: SAVE, values });
  }

  async remove(db: Queryable, anglers: readonly AnglerOn[]): Promise<void> {
    await db.query({ name: 'remove-entries', text: REMOVE, values: anglerColumns(anglers) });
  }
}

const anglerColumns = (anglers: readonly AnglerOn[]): string[][] => [
  ...keyColumns(anglers),
  anglers.map((one) => one.anglerId),
];

const LOAD = `
  SELECT board_id, period, angler_id, score::float8 AS score, achieved_at, catch_id FROM entries
  WHERE (board_id, period, angler_id) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`;

const SAVE = `
  INSERT INTO entries (board_id, period, angler_id, score, achieved_at, catch_id, previous_rank)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::timestamptz[], $6::text[], $7::int[])
  ON CONFLICT (board_id, period, angler_id) DO UPDATE SET
    score = excluded.score, achieved_at = excluded.achieved_at, catch_id = excluded.catch_id,
    previous_rank = excluded.previous_rank`;

const REMOVE = `
  DELETE FROM entries WHERE (board_id, period, angler_id) IN (SELECT *
  FROM unnest($1::text[], $2::text[], $3::text[]))`;
