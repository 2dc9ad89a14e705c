import type { Queryable } from '@cds/postgres';
import { endpointDisabled } from '../delivery.errors.js';

/**
 * Most messages of an endpoint that are due while a job sends it more. A new message waits behind no more than these,
 * and the job goes as fast as the endpoint takes them.
 */
const MAX_DUE = 100;

/** Between two looks at how many are due. */
export const PAUSE_SECONDS = 0.2;

interface DueAtEndpoint {
  readonly accountId: string;
  readonly isAlive: boolean;
  readonly due: number;
}

/** How many messages a job may add to those that are due at an endpoint. Fails for one that is disabled or deleted. */
export const roomAt = async (
  db: Queryable,
  endpointId: string,
  now: Date,
): Promise<{ room: number; accountId: string }> => {
  const { rows } = await db.query<DueAtEndpoint>(DUE, [endpointId, now]);
  if (!rows[0]?.isAlive) throw endpointDisabled(endpointId);
  return { room: Math.max(0, MAX_DUE - rows[0].due), accountId: rows[0].accountId };
};

// Those that workers have the lease of stand among retries that are due soon. What is read is bounded, as a receiver
// that failed for long may have a million retries ahead.
export const DUE = `
SELECT endpoint.account_id AS "accountId", endpoint.status = 'enabled' AND endpoint.deleted_at IS NULL AS "isAlive",
  (SELECT count(*)::int FROM (SELECT next_attempt_at FROM pending_messages
    WHERE endpoint_id = $1 ORDER BY due_at LIMIT ${3 * MAX_DUE}) AS next
    WHERE next_attempt_at <= $2) AS due
FROM endpoints AS endpoint WHERE endpoint.id = $1`;
