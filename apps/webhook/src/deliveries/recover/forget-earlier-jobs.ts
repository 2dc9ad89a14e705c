import type { Queryable } from '@cds/postgres';

/** Finished jobs of one kind that an endpoint has. */
const MAX_FINISHED = 100;
/** Most jobs that one call forgets. */
const BATCH = 50;

/**
 * Forgets the oldest finished jobs of an endpoint beyond the last `MAX_FINISHED`, some at a time. To be called in the
 * transaction that begins another one: jobs that find nothing to do are over at once, so that nothing else bounds how
 * many an endpoint has, which are read as one where a replay decides about a late event, and go with the endpoint.
 */
export const forgetEarlierJobs = async (
  tx: Queryable,
  table: 'recoveries' | 'replays',
  endpointId: string,
): Promise<void> => {
  await tx.query(
    `DELETE FROM ${table} WHERE id = ANY (ARRAY(SELECT id FROM ${table}
      WHERE endpoint_id = $1 AND finished_at IS NOT NULL
      ORDER BY created_at DESC, id DESC OFFSET ${MAX_FINISHED} LIMIT ${BATCH}))`,
    [endpointId],
  );
};
