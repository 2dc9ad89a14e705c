import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';

/** Tells which boards have to show another ranking than they do: new ones, and those whose rule was edited. */
@Injectable()
export class BoardRankings {
  /**
   * The boards are to show the ranking of the rule that they have in this transaction. Until that one is complete they
   * go on showing the one that they show, if any.
   */
  async fillAnew(tx: Queryable, boardIds: readonly string[], traceparent: string | null): Promise<void> {
    const traceparents = boardIds.map(() => traceparent);
    await this.fillAll(
      tx,
      boardIds.map((id, index) => ({ id, traceparent: traceparents[index] ?? null })),
    );
  }

  /** The same for boards with causes of their own. */
  async fillAll(tx: Queryable, boards: readonly { id: string; traceparent: string | null }[]): Promise<void> {
    const values = [boards.map(({ id }) => id), boards.map(({ traceparent }) => traceparent)];
    await tx.query(REQUEST, values);
    await tx.query(SHIELD, [values[0]]);
  }

  /** The board is deleted. What it shows goes in the background, unless other boards show it too. */
  async retire(tx: Queryable, boardId: string): Promise<void> {
    await tx.query('DELETE FROM board_jobs WHERE board_id = $1', [boardId]);
    await tx.query('DELETE FROM board_rankings WHERE board_id = $1', [boardId]);
  }
}

const REQUEST = `
  INSERT INTO board_jobs (board_id, traceparent)
  SELECT board_id, traceparent FROM unnest($1::text[], $2::text[]) AS job (board_id, traceparent)
  ON CONFLICT (board_id) DO UPDATE SET traceparent = excluded.traceparent, requested_at = now()`;

// Copies of the previous release leave boards alone that are being filled, and would fail on rules they do not know.
const SHIELD = `
  INSERT INTO board_fills (board_id, filling, due_at)
  SELECT board_id, true, 'infinity' FROM unnest($1::text[]) AS board_id
  ON CONFLICT (board_id) DO NOTHING`;
