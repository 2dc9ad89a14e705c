import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { RecurringTask, type WorkReports } from '../recurring-task.js';
import { clear, DETACHED, missing, OUTDATED } from './partitions.sql.js';

/** A table with a partition for each day, and one named `<table>_default` for all that fits none. */
export interface PartitionedTable {
  readonly name: string;
  /** The column that it is partitioned by. */
  readonly key: string;
  /** SQL of the smallest value of `key` from a time on, which is given as SQL too. */
  readonly firstAt: (time: string) => string;
  /** Days that ended longer ago are dropped. */
  readonly keptDays: number;
  /** How full inserts fill pages, in percent; the rest is for updates. Default: that of PostgreSQL, 100. */
  readonly fillFactor?: number;
}

export interface PartitionKeeperOptions {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  /** Names the service's advisory lock, such as `webhook.partitions`. */
  readonly lock: string;
  /** Those whose rows refer to others come before them. */
  readonly tables: readonly PartitionedTable[];
}

/** As many days are ready before they begin, so that a service that cannot make partitions for days loses nothing. */
const AHEAD_DAYS = 7;
const EVERY_MS = 10 * 60_000;
/** Whoever waits for a lock holds up those behind: the keeper gives up soon, and tries again at its next run. */
const LOCK_TIMEOUT_MS = 250;
/** Rows of the default partition that one statement deletes. */
const BATCH = 500;

interface Partition {
  readonly name: string;
}

interface MissingPartition extends Partition {
  readonly from: string;
  readonly to: string;
}

/**
 * Makes the partitions of the next days and drops those of days that ended `keptDays` ago. Each step is a short
 * transaction of its own, and one copy of the service at a time does it. A day whose rows have come to the default
 * partition already stays there: these rows are deleted in batches when their time is over. It begins as soon as it is
 * started, and repeats itself every ten minutes.
 */
export class PartitionKeeper {
  private readonly task: RecurringTask;

  constructor(
    private readonly options: PartitionKeeperOptions,
    reports: WorkReports,
  ) {
    const run = (signal: AbortSignal) => this.keep(signal);
    this.task = new RecurringTask({ name: 'partitions', everyMs: EVERY_MS, jitter: true, run }, reports);
  }

  start(): void {
    this.task.runSoon();
    this.task.start();
  }

  /** Resolves once the current step has ended. */
  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Brings the partitions of all tables up to date now. Fails as its statements fail. */
  async keep(signal?: AbortSignal): Promise<void> {
    const now = this.options.now();
    for (const table of this.options.tables) {
      await this.add(table, now);
      await this.drop(table, now);
      while ((await this.clear(table, now)) === BATCH && signal?.aborted !== true);
    }
  }

  private async add(table: PartitionedTable, now: Date): Promise<void> {
    const { fillFactor = 100 } = table;
    const { rows } = await this.options.pool.query<MissingPartition>(missing(table), [table.name, now, AHEAD_DAYS]);
    for (const { name, from, to } of rows)
      await this.alone(async (tx) => {
        const strays = `SELECT FROM ${table.name}_default WHERE ${table.key} >= $1 AND ${table.key} < $2 LIMIT 1`;
        if ((await isPartition(tx, name)) || (await tx.query(strays, [from, to])).rowCount) return;
        await tx.query(`CREATE TABLE ${name} (LIKE ${table.name} INCLUDING ALL) WITH (fillfactor = ${fillFactor})`);
        await tx.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
      });
  }

  /** The files of a detached table are deleted when nobody waits for its parent any more. */
  private async drop({ name: table, keptDays }: PartitionedTable, now: Date): Promise<void> {
    const { pool } = this.options;
    const outdated = await pool.query<Partition>(OUTDATED, [table, now, keptDays]);
    for (const { name } of outdated.rows)
      await this.alone(async (tx) => {
        if (await isPartition(tx, name)) await tx.query(`ALTER TABLE ${table} DETACH PARTITION ${name}`);
      });
    const detached = await pool.query<Partition>(DETACHED, [table, now, keptDays]);
    for (const { name } of detached.rows) await this.alone((tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
  }

  private async clear(table: PartitionedTable, now: Date): Promise<number> {
    const { rowCount } = await this.options.pool.query(clear(table, BATCH), [now, table.keptDays]);
    return rowCount ?? 0;
  }

  /** Does nothing while another copy of the service is at it. */
  private alone(work: (tx: pg.PoolClient) => Promise<unknown>): Promise<void> {
    return inTransaction(
      this.options.pool,
      async (tx) => {
        const { rows } = await tx.query<{ isMine: boolean }>(LOCK, [this.options.lock]);
        if (rows[0]?.isMine) await work(tx);
      },
      { lockTimeoutMs: LOCK_TIMEOUT_MS },
    );
  }
}

/** What was found before the lock may have been done meanwhile by another copy. */
const isPartition = async (tx: pg.PoolClient, name: string): Promise<boolean> =>
  (await tx.query('SELECT FROM pg_class WHERE oid = to_regclass($1) AND relispartition', [name])).rowCount === 1;

const LOCK = 'SELECT pg_try_advisory_xact_lock(hashtext($1)) AS "isMine"';
