import type { CloudEvent } from '@cds/kafka';
import type { Queryable } from '@cds/postgres';
import type { AnglerWatch } from './angler-watches.js';
import { publishWatchedAnglers } from './publish-watched-anglers.js';

const BATCH = 500;

/** Sends again whom each endpoint watches now, as it was published last. Resolves with the number of events. */
export const republishWatches = async (
  db: Queryable,
  send: (events: readonly CloudEvent[]) => Promise<void>,
): Promise<number> => {
  let sent = 0;
  for (let after = ''; ;) {
    const { rows } = await db.query<AnglerWatch & { endpointId: string }>(NEXT, [after, BATCH]);
    await send(rows.map(({ endpointId, ...watch }) => publishWatchedAnglers(endpointId, watch)));
    sent += rows.length;
    after = rows.at(-1)?.endpointId ?? after;
    if (rows.length < BATCH) return sent;
  }
};

const NEXT = `
SELECT endpoint_id AS "endpointId", account_id AS "accountId", angler_ids AS "anglerIds", version,
  changed_at AS "changedAt"
FROM angler_watches WHERE endpoint_id > $1 ORDER BY endpoint_id LIMIT $2`;
