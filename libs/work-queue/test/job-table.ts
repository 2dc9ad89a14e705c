import { createPool } from '@cds/postgres';
import { testDatabase } from '@cds/testing';
import { Registry } from 'prom-client';
import type pg from 'pg';
import { LeasedQueue } from '../src/leased-queue.js';
import type { QueueTable } from '../src/queue-table.js';
import { WorkMetrics } from '../src/work-metrics.js';

export interface TestJob {
  account_id: string;
}

export const JOBS: QueueTable = {
  table: 'jobs',
  key: 'id',
  returns: ['account_id'],
  dueAt: 'due_at',
  leaseSeconds: 30,
  where: `job.status IN ('queued', 'running') AND (job.status = 'running' OR NOT EXISTS (
    SELECT FROM jobs AS other WHERE other.account_id = job.account_id AND other.status = 'running'))`,
  orderBy: 'turn_at, id',
  onClaim: "status = 'running'",
  onRelease: 'turn_at = clock_timestamp()',
  error: 'error',
  completed: "status = 'completed'",
  failed: "status = 'failed'",
  oneLeasedKey: 'jobs_running_key',
};

const CREATE = `
CREATE TABLE jobs (id text PRIMARY KEY, account_id text NOT NULL, status text NOT NULL DEFAULT 'queued', lease text,
  due_at timestamptz DEFAULT now(), turn_at timestamptz NOT NULL DEFAULT clock_timestamp(), attempts int NOT NULL
  DEFAULT 0, stalls int NOT NULL DEFAULT 0, error text, step int NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX jobs_running_key ON jobs (account_id) WHERE status = 'running'`;

export interface JobRow {
  id: string;
  status: string;
  lease: string | null;
  attempts: number;
  stalls: number;
  error: string | null;
  step: number;
}

/** A queue in a database of its own. */
export class JobTable {
  readonly queue: LeasedQueue<TestJob>;
  readonly events: string[] = [];
  readonly registry = new Registry();
  readonly reports = {
    log: { event: (name: string) => void this.events.push(name) },
    metrics: new WorkMetrics(this.registry),
  };

  private constructor(
    readonly pool: pg.Pool,
    private readonly drop: () => Promise<void>,
  ) {
    this.queue = new LeasedQueue(pool, JOBS);
  }

  static async create(): Promise<JobTable> {
    const database = await testDatabase('empty');
    const pool = createPool(database.url, { applicationName: 'tests' });
    await pool.query(CREATE);
    return new JobTable(pool, async () => {
      await pool.end();
      await database.drop();
    });
  }

  async add(...jobs: readonly (readonly [id: string, accountId: string])[]): Promise<void> {
    for (const job of jobs) await this.pool.query('INSERT INTO jobs (id, account_id) VALUES ($1, $2)', [...job]);
  }

  async row(id: string): Promise<JobRow> {
    const { rows } = await this.pool.query<JobRow>(
      'SELECT id, status, lease, attempts, stalls, error, step FROM jobs WHERE id = $1',
      [id],
    );
    const [row] = rows;
    if (!row) throw new Error(`there is no job ${id}`);
    return row;
  }

  /** Lets every lease end now, as if its worker had died. */
  async expire(): Promise<void> {
    await this.pool.query('UPDATE jobs SET due_at = now() WHERE lease IS NOT NULL');
  }

  async clear(): Promise<void> {
    this.events.length = 0;
    await this.pool.query('DELETE FROM jobs');
  }

  async end(): Promise<void> {
    await this.drop();
  }
}
