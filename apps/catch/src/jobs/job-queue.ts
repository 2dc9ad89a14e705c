import { randomUUID } from 'node:crypto';
import { AppError } from '@cds/errors';
import { type Queryable, inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { tooManyWaiting } from './job.errors.js';

export type JobTable = 'imports' | 'exports';

/** What every job's row has. `bigint` columns come as text. */
export interface Job {
  id: string;
  account_id: string;
  lease: string;
  /** Failures in a row. */
  attempts: number;
  created_at: Date;
}

const JOB_COLUMNS = ['id', 'account_id', 'lease', 'attempts', 'created_at'] as const satisfies readonly (keyof Job)[];

/** Of one kind and account; one more runs. */
export const MAX_WAITING = 5;

/** After so many leases in a row that ended without progress nobody takes the job again. */
export const MAX_STALLS = 3;
const STALLED = `The service could not move this job on in ${MAX_STALLS} attempts. Nothing more of it is done.`;

/** A worker that does not renew its lease within this time has died: another one takes its job over. */
const LEASE = "interval '15 seconds'";

/**
 * The jobs of one table, shared by all copies of the service: a job is leased by one worker at a time, an account has
 * one that runs, and the one that waited longest has the next turn. Times are the database's.
 */
export class JobQueue<J extends Job> {
  constructor(
    private readonly pool: pg.Pool,
    private readonly table: JobTable,
  ) {}

  /**
   * Runs `add`, which puts a job of the account there, unless as many wait as may: then fails with `import.limit` or
   * `export.limit`. Those of one account come one after the other, so that not one too many gets in.
   */
  async admit(accountId: string, add: (tx: pg.PoolClient) => Promise<unknown>): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${this.table}:${accountId}`]);
      const { rows } = await tx.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM ${this.table}
          WHERE account_id = $1 AND status IN ('uploading', 'queued')`,
        [accountId],
      );
      if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) throw tooManyWaiting(this.table, MAX_WAITING);
      await add(tx);
    });
  }

  /**
   * The next job, leased; null when none may run now. A job whose lease has now expired `MAX_STALLS` times in a row
   * without progress fails instead.
   */
  async claim(): Promise<J | null> {
    for (;;) {
      const { rows } = await this.pool.query<J & { status: string }>(claimSql(this.table), [
        randomUUID(),
        MAX_STALLS,
        STALLED,
      ]);
      const [job] = rows;
      if (job?.status !== 'failed') return job ?? null;
    }
  }

  /**
   * Keeps the job from here on; in a transaction nobody else gets it before that ends. Fails with `resource.conflict`
   * when it is somebody else's.
   */
  async hold(db: Queryable, { id, lease }: Job): Promise<void> {
    const { rowCount } = await db.query(
      `UPDATE ${this.table} SET leased_until = now() + ${LEASE} WHERE id = $1 AND lease = $2`,
      [id, lease],
    );
    if (rowCount === 0) throw leaseLost(id);
  }

  /** Puts the job behind all others, for `seconds` at least. */
  async putBack({ id, lease }: Job, seconds = 0): Promise<void> {
    await this.pool.query(
      `UPDATE ${this.table} SET lease = NULL, leased_until = now() + make_interval(secs => $3), turn_at = now()
        WHERE id = $1 AND lease = $2`,
      [id, lease, seconds],
    );
  }

  /** The same after a failure, which the job tells meanwhile. */
  async retryLater(job: Job, reason: string, seconds: number): Promise<void> {
    await this.pool.query(`UPDATE ${this.table} SET attempts = attempts + 1, error = $3 WHERE id = $1 AND lease = $2`, [
      job.id,
      job.lease,
      reason,
    ]);
    await this.putBack(job, seconds);
  }

  async fail({ id, lease }: Job, reason: string): Promise<void> {
    await this.pool.query(
      `UPDATE ${this.table} SET status = 'failed', error = $3, completed_at = now(), lease = NULL
        WHERE id = $1 AND lease = $2`,
      [id, lease, reason],
    );
  }
}

/** Two workers may claim two jobs of one account at the same moment: the index on running ones refuses the second. */
export const ONE_RUNNING: Readonly<Record<JobTable, string>> = {
  imports: 'imports_account_id_running_key',
  exports: 'exports_account_id_running_key',
};

/** A row whose lease expired still has one; a worker that gives a job back takes the lease off. */
const claimSql = (table: JobTable): string => `
UPDATE ${table} SET
  stalls = CASE WHEN lease IS NULL THEN stalls ELSE stalls + 1 END,
  status = CASE WHEN lease IS NOT NULL AND stalls + 1 >= $2 THEN 'failed' ELSE 'running' END,
  error = CASE WHEN lease IS NOT NULL AND stalls + 1 >= $2 THEN $3 ELSE error END,
  completed_at = CASE WHEN lease IS NOT NULL AND stalls + 1 >= $2 THEN now() END,
  lease = CASE WHEN lease IS NOT NULL AND stalls + 1 >= $2 THEN NULL ELSE $1 END,
  leased_until = now() + ${LEASE}
WHERE id = (
  SELECT id FROM ${table} AS one
  WHERE status IN ('queued', 'running') AND (leased_until IS NULL OR leased_until <= now())
    AND (status = 'running' OR NOT EXISTS (SELECT FROM ${table} AS other
    WHERE other.account_id = one.account_id AND other.status = 'running'))
  ORDER BY turn_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING status, ${COLUMNS[table].join(', ')}`;

/** What `ImportJobRow` and `ExportJobRow` hold. */
const COLUMNS: Readonly<Record<JobTable, readonly string[]>> = {
  imports: [
    ...JOB_COLUMNS,
    'account_name',
    'credential_id',
    'request_id',
    'traceparent',
    'format',
    'file_id',
    'size_bytes',
    'position',
    'lines',
    'accepted',
    'duplicates',
    'rejected',
  ],
  exports: [...JOB_COLUMNS, 'format', 'filter', 'expected', 'walked', 'last_id', 'rows', 'part_names'],
};

const leaseLost = (id: string): AppError =>
  new AppError({ code: 'resource.conflict', kind: 'conflict', message: `Another worker has taken over ${id}.` });
