import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Score } from '../score.js';
import { byBoardPeriod, keyColumns, type ScoreRow, type ScoresByBoardPeriod } from './score-row.js';
import type { BoardPeriodKey } from './board-period.js';

export interface AnglerOn extends BoardPeriodKey {
  readonly anglerId: string;
}

export interface EntryToSave extends BoardPeriodKey {
  readonly score: Score;
  readonly previousRank: number | null;
}

/** The entries of boards. The caller holds the locks of the board periods concerned. */
@Injectable()
export class Entries {
  async of(db: Queryable, anglers: readonly AnglerOn[]): Promise<ScoresByBoardPeriod> {
    const { rows } = await db.query<ScoreRow & { board_id: string; period: string }>({
      name: 'load-entries',
      text: LOAD,
      values: anglerColumns(anglers),
    });
    return byBoardPeriod(rows);
  }

  async save(db: Queryable, entries: readonly EntryToSave[]): Promise<void> {
    const values = [
      ...keyColumns(entries),
      entries.map(({ score }) => score.anglerId),
      entries.map(({ score }) => score.value),
      entries.map(({ score }) => score.achievedAt.toISOString()),
      entries.map(({ score }) => score.catchId),
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
