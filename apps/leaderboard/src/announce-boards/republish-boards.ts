import type { CloudEvent } from '@cds/kafka';
import type { Queryable } from '@cds/postgres';
import type { BoardRow } from '../boards/board-row.js';
import { boardsAfter, type DeletedBoard, goneBoards } from './board-announcements.store.js';
import { publishBoard, publishDeletedBoard } from './publish-boards.js';

const BATCH = 500;

/**
 * Sends every board, as it is, again. Resolves with their number. A board may be deleted before its state is sent, and
 * its tombstone may be handled before that state: it gets another tombstone, behind the state in the same partition.
 */
export const republishBoards = async (
  db: Queryable,
  send: (events: readonly CloudEvent[]) => Promise<void>,
): Promise<number> => {
  let sent = 0;
  for (let after = ''; ;) {
    const boards = await boardsAfter(db, after, BATCH);
    await send(boards.map(publishBoard));
    const gone = await goneBoards(db, boards);
    if (gone.length > 0) await send(gone.map((board) => publishDeletedBoard(deletedNow(board))));
    sent += boards.length;
    after = boards.at(-1)?.id ?? after;
    if (boards.length < BATCH) return sent;
  }
};

/** Consumers tell by its time that the tombstone is later than the state. */
const deletedNow = ({ id, updated_at: updatedAt }: BoardRow): DeletedBoard => ({
  id,
  deletedAt: new Date(Math.max(updatedAt.getTime(), Date.now())),
});
