import type { CloudEvent } from '@cds/kafka';
import type { Queryable } from '@cds/postgres';
import { boardsAfter } from './board-announcements.store.js';
import { publishBoard } from './publish-boards.js';

const BATCH = 500;

/** Sends every board, as it is, again. Resolves with their number. */
export const republishBoards = async (
  db: Queryable,
  send: (events: readonly CloudEvent[]) => Promise<void>,
): Promise<number> => {
  let sent = 0;
  for (let after = ''; ;) {
    const boards = await boardsAfter(db, after, BATCH);
    await send(boards.map(publishBoard));
    sent += boards.length;
    after = boards.at(-1)?.id ?? after;
    if (boards.length < BATCH) return sent;
  }
};
