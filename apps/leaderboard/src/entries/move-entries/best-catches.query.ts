import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { AnglerOn } from './entries.store.js';
import { byBoardPeriod, keyColumns, type ScoreRow, type ScoresByBoardPeriod } from './score-row.js';
import type { BoardPeriodKey } from './board-period.js';

export interface CatchOn extends BoardPeriodKey {
  readonly catchId: string;
}

/** Finds the catches that boards rank their anglers by. */
@Injectable()
export class BestCatchesQuery {
  /** The best catch of each of these anglers on each board. The catches `except` are left out. */
  async of(db: Queryable, anglers: readonly AnglerOn[], except: readonly CatchOn[]): Promise<ScoresByBoardPeriod> {
    const values = [
      ...keyColumns(anglers),
      anglers.map((one) => one.anglerId),
      except.map((one) => one.boardId),
      except.map((one) => one.catchId),
    ];
    const { rows } = await db.query<ScoreRow & { board_id: string; period: string }>({
      name: 'best-catches',
      text: BEST_OF_ANGLERS,
      values,
    });
    return byBoardPeriod(rows);
  }
}

const SCORE_COLUMNS = 'fact.angler_id, fact.weight_lbs::float8 AS score, fact.caught_at AS achieved_at, fact.catch_id';

// The index catch_facts_best_idx covers catches from the lowest tier that any board accepts, heaviest first per angler.
const COUNTS = `
  NOT fact.deleted AND fact.verification_tier >= 'photo' AND fact.verification_tier >= board.min_verification_tier
  AND (board.species_id IS NULL OR fact.species_id = board.species_id)
  AND (board.region IS NULL OR fact.region = board.region)`;

const BEST_OF_ANGLERS = `
  SELECT wanted.board_id, wanted.period, best.angler_id, best.score, best.achieved_at, best.catch_id
  FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (board_id, period, angler_id)
  JOIN boards board ON board.id = wanted.board_id
  CROSS JOIN LATERAL (
    SELECT ${SCORE_COLUMNS} FROM catch_facts fact
    WHERE fact.angler_id = wanted.angler_id AND ${COUNTS}
      AND (board.id, fact.catch_id) NOT IN (SELECT * FROM unnest($4::text[], $5::text[]))
    ORDER BY fact.weight_lbs DESC, fact.caught_at, fact.catch_id LIMIT 1
  ) best`;

/** The best catch of every angler on the boards $1. Two joins, because one with OR could only be a nested loop. */
export const BEST_ON_BOARDS = `
  SELECT DISTINCT ON (board_id, angler_id) board_id, angler_id, score, achieved_at, catch_id FROM (
    SELECT board.id AS board_id, ${SCORE_COLUMNS} FROM boards board
    JOIN catch_facts fact ON fact.species_id = board.species_id
    WHERE board.id = ANY($1) AND ${COUNTS}
    UNION ALL
    SELECT board.id AS board_id, ${SCORE_COLUMNS} FROM boards board CROSS JOIN catch_facts fact
    WHERE board.id = ANY($1) AND board.species_id IS NULL AND ${COUNTS}
  ) counting
  ORDER BY board_id, angler_id, score DESC, achieved_at, catch_id`;
