import type { Queryable } from '@cds/postgres';
import { matchesTag } from '@cds/service-kit';
import { boardBuiltIn, boardChanged, boardNotFound, boardOfAnother, refuseMalformed } from '../boards/board.errors.js';
import { BOARD_COLUMNS, type BoardRow } from '../boards/board-row.js';
import { boardStateTag } from '../boards/board-view.js';

export interface OwnBoard {
  readonly id: string;
  readonly accountId: string;
  readonly ifMatch: string | undefined;
}

/**
 * A board of the account, locked until the transaction ends. Fails with `leaderboard.not_found`, for boards of others
 * with `leaderboard.built_in` or `leaderboard.forbidden` and, where `If-Match` does not have its tag, with
 * `request.precondition_failed`.
 */
export const lockOwnBoard = async (tx: Queryable, { id, accountId, ifMatch }: OwnBoard): Promise<BoardRow> => {
  refuseMalformed(id);
  const [row] = (await tx.query<BoardRow>(LOCK, [id])).rows;
  if (!row) throw boardNotFound(id);
  if (row.account_id === null) throw boardBuiltIn(id);
  if (row.account_id !== accountId) throw boardOfAnother(id);
  if (ifMatch !== undefined && !matchesTag(ifMatch, boardStateTag(row))) throw boardChanged(id);
  return row;
};

/** A board of the account, locked until the transaction ends; undefined when it has none. */
export const lockFirstBoardOf = async (tx: Queryable, accountId: string): Promise<BoardRow | undefined> =>
  (await tx.query<BoardRow>(LOCK_FIRST, [accountId])).rows[0];

const LOCK = `SELECT ${BOARD_COLUMNS} FROM boards WHERE id = $1 FOR NO KEY UPDATE OF boards`;

const LOCK_FIRST = `
  SELECT ${BOARD_COLUMNS} FROM boards WHERE account_id = $1 ORDER BY id LIMIT 1 FOR NO KEY UPDATE OF boards`;
