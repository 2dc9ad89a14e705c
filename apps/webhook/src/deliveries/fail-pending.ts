import type { Queryable } from '@cds/postgres';

/**
 * What waits for these endpoints fails. What a consumer queues at this moment is still to come; claiming fails it then.
 */
export const failPending = async (tx: Queryable, endpointIds: readonly string[]): Promise<void> => {
  await tx.query(FAIL_PENDING, [endpointIds]);
};

const FAIL_PENDING = `UPDATE messages SET status = 'failed', due_at = NULL, next_attempt_at = NULL
  WHERE endpoint_id = ANY($1) AND status = 'pending'`;
