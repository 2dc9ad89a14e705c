import type { Queryable } from '@cds/postgres';

/** Locks the creation of endpoints for these accounts until the transaction ends. */
export const lockEndpointsOf = async (tx: Queryable, ...accountIds: readonly string[]): Promise<void> => {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('endpoints:' || id, 0)) FROM (SELECT unnest($1::text[]) AS id
      ORDER BY id) AS accounts`,
    [accountIds],
  );
};
