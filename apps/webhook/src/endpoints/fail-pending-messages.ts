import type { Queryable } from '@cds/postgres';

/**
 * Fails the messages that are queued for endpoints that were deleted or disabled. A message that a consumer is queueing
 * in another transaction at this moment is not seen here: it fails when the dispatcher claims it.
 */
export const failPendingMessages = async (tx: Queryable, endpointIds: readonly string[]): Promise<void> => {
  await tx.query(FAIL_PENDING, [endpointIds]);
};

const FAIL_PENDING = `UPDATE messages SET status = 'failed', due_at = NULL, next_attempt_at = NULL
  WHERE endpoint_id = ANY($1) AND status = 'pending'`;
