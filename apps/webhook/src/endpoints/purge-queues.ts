import type { Queryable } from '@cds/postgres';
import { FAIL_BATCH, failPendingMessages } from './fail-pending-messages.js';

/**
 * Fails the messages that wait for endpoints that were deleted or disabled at `now`: a first part of each queue at
 * once, and the rest by a job. A message that a consumer is queueing in another transaction at this moment is not
 * seen here: it fails when the dispatcher claims it.
 */
export const purgeQueues = async (tx: Queryable, endpointIds: readonly string[], now: Date): Promise<void> => {
  const longQueues: string[] = [];
  for (const [index, id] of endpointIds.entries())
    if (index >= AT_ONCE || (await failPendingMessages(tx, id, now)) === FAIL_BATCH) longQueues.push(id);
  if (longQueues.length > 0) await tx.query(LEAVE_REST, [longQueues, now]);
};

/** An account has not many more endpoints; those beyond are left to the job. */
const AT_ONCE = 5;

const LEAVE_REST = `
INSERT INTO queue_purges (endpoint_id, purge_before) SELECT id, $2 FROM unnest($1::text[]) AS id ORDER BY id
ON CONFLICT (endpoint_id) DO UPDATE SET purge_before = excluded.purge_before, due_at = now()`;
