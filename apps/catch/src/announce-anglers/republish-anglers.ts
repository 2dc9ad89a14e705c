import type { CloudEvent } from '@cds/kafka';
import type { Queryable } from '@cds/postgres';
import { anglersAfter } from './angler-announcements.store.js';
import { publishKnownAngler } from './publish-known-anglers.js';

const BATCH = 500;

/** Sends every angler that there is again. Resolves with their number. */
export const republishAnglers = async (
  db: Queryable,
  send: (events: readonly CloudEvent[]) => Promise<void>,
): Promise<number> => {
  let sent = 0;
  for (let after = ''; ;) {
    const anglers = await anglersAfter(db, after, BATCH);
    await send(anglers.map(publishKnownAngler));
    sent += anglers.length;
    after = anglers.at(-1)?.id ?? after;
    if (anglers.length < BATCH) return sent;
  }
};
