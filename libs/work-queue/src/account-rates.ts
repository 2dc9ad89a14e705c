import type { Queryable } from '@cds/postgres';
import type pg from 'pg';
import type { BackgroundWork } from './background-work.js';
import type { Sweeper } from './sweeper.js';

export interface AccountRatesOptions {
  /** Of the sweeper, in the log and the metrics. */
  readonly name: string;
  /** Has the columns `account_id`, its key, and `spent_until`. */
  readonly table: string;
  /** What an account may do at once. */
  readonly burst: number;
  /** How much of that it gets back in an hour. */
  readonly perHour: number;
}

const SWEEP_EVERY_MS = 600_000;
const BATCH = 1_000;

/** In what time an account gets one of `perHour` back, as SQL of an interval. */
export const timeOfOne = (perHour: number): string => `interval '1 hour' / ${perHour}`;

/** Deletes the rates of at most $1 accounts that have spent nothing. */
export const forgetRates = (table: string): string => `
  DELETE FROM ${table} WHERE account_id IN (
    SELECT account_id FROM ${table} WHERE spent_until < now() LIMIT $1 FOR UPDATE SKIP LOCKED
  )`;

/**
 * Bounds how often an account does something, by the generic cell rate algorithm and the clock of the database. In the
 * background, accounts that have spent nothing are forgotten.
 */
export abstract class AccountRates {
  private readonly sweeper: Sweeper;

  protected constructor(
    pool: pg.Pool,
    background: BackgroundWork,
    private readonly options: AccountRatesOptions,
  ) {
    this.sweeper = background.sweeper({
      name: options.name,
      everyMs: SWEEP_EVERY_MS,
      pool,
      batchSize: BATCH,
      batches: [(db) => db.query(forgetRates(options.table), [BATCH])],
    });
  }

  /** Sweeps now. Returns the number of accounts that were forgotten. */
  sweep(): Promise<number> {
    return this.sweeper.sweep();
  }

  /**
   * Counts one, which does not count if the transaction is rolled back. If there is no room for it, counts nothing and
   * returns in how many seconds there is.
   */
  protected async spend(tx: Queryable, accountId: string): Promise<number | undefined> {
    const { table, burst, perHour } = this.options;
    const [step, values] = [timeOfOne(perHour), [accountId]];
    const most = `${step} * ${burst - 1}`;
    const { rowCount } = await tx.query(
      `INSERT INTO ${table} AS rate (account_id, spent_until) VALUES ($1, clock_timestamp() + ${step})
      ON CONFLICT (account_id) DO UPDATE SET spent_until = greatest(rate.spent_until, clock_timestamp()) + ${step}
      WHERE rate.spent_until <= clock_timestamp() + ${most}`,
      values,
    );
    if (rowCount === 1) return undefined;
    const { rows } = await tx.query<{ seconds: number }>(
      `SELECT extract(epoch FROM spent_until - ${most} - clock_timestamp())::float8 AS seconds
      FROM ${table} WHERE account_id = $1`,
      values,
    );
    return rows[0]?.seconds ?? 1;
  }
}
