import { inTransaction } from '@cds/postgres';
import type pg from 'pg';

/**
 * Runs short work in a transaction that no other copy of the service runs under the same name at the same time;
 * undefined, and nothing done, while another copy does.
 */
export const exclusively = <T>(
  pool: pg.Pool,
  name: string,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T | undefined> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock(hashtext($1)) AS mine', [
      name,
    ]);
    return rows[0]?.mine ? work(tx) : undefined;
  });
