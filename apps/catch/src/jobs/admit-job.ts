import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import type { JobTable } from './account-jobs.js';
import { tooManyWaiting } from './job.errors.js';

/** Of one kind and account; one more may run. */
export const MAX_WAITING = 5;

/**
 * Runs `add`, which inserts a job of the account, unless `MAX_WAITING` already wait: then it fails with `import.limit`
 * or `export.limit`. Jobs of one account are admitted one after the other, so that the bound is exact.
 */
export const admitJob = (
  pool: pg.Pool,
  table: JobTable,
  accountId: string,
  add: (tx: pg.PoolClient) => Promise<unknown>,
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table}:${accountId}`]);
    const { rows } = await tx.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM ${table} WHERE account_id = $1 AND status IN ('uploading', 'queued')`,
      [accountId],
    );
    if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) throw tooManyWaiting(table, MAX_WAITING);
    await add(tx);
  });
