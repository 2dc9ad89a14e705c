import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import type { JobTable } from './account-jobs.js';
import { tooManyWaiting } from './job.errors.js';

/** Of one kind and account; one more may run. */
export const MAX_WAITING = 5;

/** Runs `add`, which inserts a waiting job of the account, if the account has room for it (`checkHasRoom`). */
export const admitJob = (
  pool: pg.Pool,
  table: JobTable,
  accountId: string,
  add: (tx: pg.PoolClient) => Promise<unknown>,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await checkHasRoom(tx, table, accountId);
    await add(tx);
  });

/**
 * Fails with `import.limit` or `export.limit` if `MAX_WAITING` jobs of the account already wait. Until the transaction
 * ends, no other one that calls this for the same account and kind goes on, so the bound is exact.
 */
export const checkHasRoom = async (tx: pg.PoolClient, table: JobTable, accountId: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table}:${accountId}`]);
  const { rows } = await tx.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM ${table} WHERE account_id = $1 AND status = 'queued'`,
    [accountId],
  );
  if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) throw tooManyWaiting(table, MAX_WAITING);
};
