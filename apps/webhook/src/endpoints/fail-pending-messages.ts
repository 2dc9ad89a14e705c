import type { Queryable } from '@cds/postgres';

/** Most messages that one call fails. */
export const FAIL_BATCH = 500;

/**
 * Fails messages that have waited for an endpoint since `before` or longer, at most `FAIL_BATCH` of them; returns how
 * many. One that was resent has waited since then. Those that are being claimed or settled at this moment are passed
 * over: an attempt that ends at an endpoint that is deleted or disabled fails its message itself.
 */
export const failPendingMessages = async (tx: Queryable, endpointId: string, before: Date): Promise<number> => {
  const { rows } = await tx.query<{ id: string }>(TAKE, [endpointId, before, FAIL_BATCH]);
  if (rows.length > 0) await tx.query(FAIL, [rows.map(({ id }) => id)]);
  return rows.length;
};

const TAKE = `
DELETE FROM pending_messages WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM pending_messages WHERE endpoint_id = $1 AND coalesce(queued_at, created_at) <= $2
  ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED))
RETURNING message_id AS id`;

const FAIL = "UPDATE webhook_messages SET status = 'failed', next_attempt_at = NULL WHERE id = ANY($1::text[])";
