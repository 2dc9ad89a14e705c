import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { Board } from '../../boards/board.js';
import { type RuleRow, toRule } from './ranking.js';

interface BoardRow extends RuleRow {
  ranking_id: number;
  board_id: string;
  name: string;
  account_id: string | null;
}

/** A board, and whose it is; null for a standard board. */
export interface ShownBoard extends Board {
  readonly accountId: string | null;
}

/** Finds the boards that show rankings. */
@Injectable()
export class ShownBoardsQuery {
  /**
   * The boards that show each of these rankings, with the rule of the ranking: that of the board is another one while
   * an edited rule is being computed. Nobody can delete those of accounts until the transaction ends, so that events
   * can be added to them.
   */
  async of(db: Queryable, rankingIds: readonly number[]): Promise<ReadonlyMap<number, ShownBoard[]>> {
    const { rows } = await db.query<BoardRow>({ name: 'boards-of-rankings', text: OF_RANKINGS, values: [rankingIds] });
    const found = new Map<number, ShownBoard[]>();
    for (const row of await this.kept(db, rows)) {
      const boards = found.get(row.ranking_id) ?? [];
      boards.push({ id: row.board_id, name: row.name, rule: toRule(row), accountId: row.account_id });
      found.set(row.ranking_id, boards);
    }
    return found;
  }

  /** Without the boards that were deleted meanwhile. */
  private async kept(db: Queryable, rows: readonly BoardRow[]): Promise<readonly BoardRow[]> {
    const own = rows.filter((row) => row.account_id !== null).map((row) => row.board_id);
    if (own.length === 0) return rows;
    const locked = await db.query<{ id: string }>({ name: 'keep-boards', text: KEEP, values: [own] });
    const kept = new Set(locked.rows.map(({ id }) => id));
    return rows.filter((row) => row.account_id === null || kept.has(row.board_id));
  }
}

const OF_RANKINGS = `
  SELECT shown.ranking_id, shown.board_id, boards.name, boards.account_id, ranking.metric, ranking.species_id,
    ranking.region, ranking.min_verification_tier, ranking.period
  FROM board_rankings AS shown
  JOIN boards ON boards.id = shown.board_id
  JOIN rankings AS ranking ON ranking.id = shown.ranking_id
  WHERE shown.ranking_id = ANY($1) AND shown.served_until IS NULL
  ORDER BY shown.ranking_id, shown.board_id`;

const KEEP = `SELECT id FROM boards WHERE id = ANY($1::text[]) ORDER BY id FOR KEY SHARE`;
