import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Placing } from '../placing.js';
import type { AnglerOn } from './entries.store.js';
import { byBoardPeriod, keyColumns, type PlacingRow, type PlacingsByBoardPeriod, toPlacing } from './placing-row.js';
import type { BoardPeriodKey } from './board-period.js';

/** How many placings of a board are in memory at once. */
const AT_ONCE = 500;

export interface CatchOn extends BoardPeriodKey {
  readonly catchId: string;
}

/** Looks up which catches would be entries. */
@Injectable()
export class BestCatchesQuery {
  /** The best catch of each of these anglers on each board, apart from some catches. */
  async of(db: Queryable, anglers: readonly AnglerOn[], apartFrom: readonly CatchOn[]): Promise<PlacingsByBoardPeriod> {
    const values = [
      ...keyColumns(anglers),
      anglers.map((one) => one.anglerId),
      apartFrom.map((one) => one.boardId),
      apartFrom.map((one) => one.catchId),
    ];
    const { rows } = await db.query<PlacingRow & { board_id: string; period: string }>({
      name: 'best-catches',
      text: BEST_OF_ANGLERS,
      values,
    });
    return byBoardPeriod(rows);
  }

  /** The best catch of every angler on a board, best first, some at a time. Needs a transaction. */
  async *on(db: Queryable, boardId: string): AsyncGenerator<readonly Placing[]> {
    await db.query(`DECLARE best NO SCROLL CURSOR FOR ${BEST_ON_BOARDS_BY_RANK}`, [[boardId]]);
    for (;;) {
      const { rows } = await db.query<PlacingRow>(`FETCH ${AT_ONCE} FROM best`);
      if (rows.length === 0) break;
      yield rows.map(toPlacing);
    }
    await db.query('CLOSE best');
  }
}

const AS_PLACING = 'fact.angler_id, fact.weight_lbs::float8 AS score, fact.caught_at AS achieved_at, fact.catch_id';

// The index catch_facts_best_idx holds what reaches the lowest tier of any board, each angler's heaviest first.
const COUNTS = `
  NOT fact.deleted AND fact.verification_tier >= 'photo' AND fact.verification_tier >= board.min_verification_tier
  AND (board.species_id IS NULL OR fact.species_id = board.species_id) AND (board.region IS NULL OR fact.region = board.region)`;

const BEST_OF_ANGLERS = `
  SELECT wanted.board_id, wanted.period, best.angler_id, best.score, best.achieved_at, best.catch_id
  FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (board_id, period, angler_id)
  JOIN boards board ON board.id = wanted.board_id
  CROSS JOIN LATERAL (
    SELECT ${AS_PLACING} FROM catch_facts fact
    WHERE fact.angler_id = wanted.angler_id AND ${COUNTS}
      AND (board.id, fact.catch_id) NOT IN (SELECT * FROM unnest($4::text[], $5::text[]))
    ORDER BY fact.weight_lbs DESC, fact.caught_at, fact.catch_id LIMIT 1
  ) best`;

/**
 * The best catch of every angler on the boards $1. Two joins and not one with OR, which could only be a nested loop.
 */
export const BEST_ON_BOARDS = `
  SELECT DISTINCT ON (board_id, angler_id) board_id, angler_id, score, achieved_at, catch_id FROM (
    SELECT board.id AS board_id, ${AS_PLACING} FROM boards board
    JOIN catch_facts fact ON fact.species_id = board.species_id
    WHERE board.id = ANY($1) AND ${COUNTS}
    UNION ALL
    SELECT board.id AS board_id, ${AS_PLACING} FROM boards board CROSS JOIN catch_facts fact
    WHERE board.id = ANY($1) AND board.species_id IS NULL AND ${COUNTS}
  ) counting
  ORDER BY board_id, angler_id, score DESC, achieved_at, catch_id`;

const BEST_ON_BOARDS_BY_RANK = `
  SELECT angler_id, score, achieved_at, catch_id FROM (${BEST_ON_BOARDS}) best
  ORDER BY score DESC, achieved_at, angler_id`;
