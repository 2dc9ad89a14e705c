import { randomUUID } from 'node:crypto';
import type { Queryable } from '@cds/postgres';
import { violates } from '@cds/postgres';
import type pg from 'pg';
import { leaseLost } from './queue.errors.js';
import { type QueueSql, queueSql } from './queue.sql.js';
import type { Leased, QueueTable } from './queue-table.js';

/** So many claims in a row may find that another worker has just claimed a row of the same account. */
const MAX_CLAIMS = 10;

/**
 * A table whose rows are jobs, shared by all copies of a service. A row is leased by one worker at a time; when its
 * worker dies the lease ends, and another one may claim the row. All times are the database's. Every statement about a
 * leased row proves the lease, so that a worker that was taken for dead changes nothing any more: it fails with
 * `resource.conflict`.
 */
export class LeasedQueue<T = object> {
  private readonly sql: QueueSql;

  constructor(
    readonly pool: pg.Pool,
    readonly table: QueueTable,
  ) {
    this.sql = queueSql(table);
  }

  /** Up to `max` rows that are due, in no order, leased together; rows that are being claimed elsewhere are skipped. */
  async claim(max = 1): Promise<Leased<T>[]> {
    for (let tried = 1; ; tried += 1) {
      try {
        return (await this.pool.query<Leased<T>>(this.sql.claim, [randomUUID(), max])).rows;
      } catch (error) {
        const { oneLeasedKey } = this.table;
        if (oneLeasedKey === undefined || !violates(error, oneLeasedKey)) throw error;
        if (tried === MAX_CLAIMS) return [];
      }
    }
  }

  /** Extends the lease from now on. In a transaction nobody else gets the row before that ends. */
  async renew(db: Queryable, job: Leased): Promise<void> {
    await this.owned(db, this.sql.renew, job);
  }

  /** The same for a job that came further: clears its counters, and sets `columns` of its row. */
  async progress(db: Queryable, job: Leased, columns: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const assignments = Object.keys(columns).map((column, index) => `${column} = $${index + 3}`);
    await this.owned(db, this.sql.progress(assignments), job, Object.values(columns));
  }

  /** Gives the row back; it may be claimed again after `seconds`. Does nothing when somebody else has it. */
  async release({ id, lease }: Leased, seconds = 0): Promise<void> {
    await this.pool.query(this.sql.release, [id, lease, seconds]);
  }

  /** The same after a failure, which counts as one more attempt. */
  async retryLater({ id, lease }: Leased, reason: string, seconds: number): Promise<void> {
    await this.pool.query(this.sql.retry, [id, lease, seconds, ...this.reasonOf(reason)]);
  }

  /** The job is done. Fails with `resource.conflict` when somebody else has it. */
  async complete(db: Queryable, job: Leased): Promise<void> {
    await this.owned(db, this.sql.complete, job);
  }

  /** Whether a job of this queue can fail for good. */
  get canFail(): boolean {
    return this.sql.fail !== null;
  }

  /** The job will not be tried again. Throws where the table does not say what becomes of such a row. */
  async fail({ id, lease, ...job }: Leased, reason: string): Promise<void> {
    if (this.sql.fail === null) throw new Error(`a row of ${this.table.table} cannot fail: ${JSON.stringify(job)}`);
    const values = this.table.failed === 'delete' ? [] : this.reasonOf(reason);
    await this.pool.query(this.sql.fail, [id, lease, ...values]);
  }

  private reasonOf(reason: string): string[] {
    return this.table.error === undefined ? [] : [reason];
  }

  private async owned(
    db: Queryable,
    sql: string,
    { id, lease }: Leased,
    values: readonly unknown[] = [],
  ): Promise<void> {
    const { rowCount } = await db.query(sql, [id, lease, ...values]);
    if (rowCount === 0) throw leaseLost(this.table.table, id);
  }
}
