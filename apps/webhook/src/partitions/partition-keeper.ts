import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type pg from 'pg';
import { KEPT_DAYS } from './kept-days.js';
import { PARTITIONED_TABLES, type PartitionedTable } from './partitioned-tables.js';
import { DETACHED, MISSING, OUTDATED } from './partitions.sql.js';

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
 * Makes the partitions of the next days and drops those of days that ended `KEPT_DAYS` ago. Each step is a short
 * transaction of its own, and one copy of the service at a time does it. A day whose rows have come to the default
 * partition already stays there: these rows are deleted in batches when their time is over.
 */
@Injectable()
export class PartitionKeeper implements OnApplicationBootstrap {
  private readonly task: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({
      name: 'partitions',
      everyMs: EVERY_MS,
      jitter: true,
      run: (signal) => this.keep(signal),
    });
  }

  onApplicationBootstrap(): void {
    this.task.runSoon();
  }

  /** Brings the partitions of all tables up to date now. */
  async keep(signal?: AbortSignal): Promise<void> {
    const now = this.clock.now();
    for (const table of PARTITIONED_TABLES) {
      await this.add(table, now);
      await this.drop(table, now);
      while ((await this.clear(table, now)) === BATCH && signal?.aborted !== true);
    }
  }

  private async add(table: PartitionedTable, now: Date): Promise<void> {
    const values = [table.name, table.idPrefix, now, AHEAD_DAYS];
    const { rows } = await this.pool.query<MissingPartition>(MISSING, values);
    for (const { name, from, to } of rows)
      await this.alone(async (tx) => {
        const strays = `SELECT FROM ${table.name}_default WHERE ${table.key} >= $1 AND ${table.key} < $2 LIMIT 1`;
        if ((await isPartition(tx, name)) || (await tx.query(strays, [from, to])).rowCount) return;
        await tx.query(`CREATE TABLE ${name} (LIKE ${table.name} INCLUDING ALL)`);
        await tx.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
      });
  }

  /** The files of a detached table are deleted when nobody waits for its parent any more. */
  private async drop(table: PartitionedTable, now: Date): Promise<void> {
    const outdated = await this.pool.query<Partition>(OUTDATED, [table.name, now, KEPT_DAYS]);
    for (const { name } of outdated.rows)
      await this.alone(async (tx) => {
        if (await isPartition(tx, name)) await tx.query(`ALTER TABLE ${table.name} DETACH PARTITION ${name}`);
      });
    const detached = await this.pool.query<Partition>(DETACHED, [table.name, now, KEPT_DAYS]);
    for (const { name } of detached.rows) await this.alone((tx) => tx.query(`DROP TABLE IF EXISTS ${name}`));
  }

  private async clear({ name, key, idPrefix }: PartitionedTable, now: Date): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM ${name}_default WHERE ctid IN (SELECT ctid FROM ${name}_default
        WHERE ${key} < first_id_at($1, $2::timestamptz - make_interval(days => $3)) LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED)`,
      [idPrefix, now, KEPT_DAYS],
    );
    return rowCount ?? 0;
  }

  /** Does nothing while another copy of the service is at it. */
  private alone(work: (tx: pg.PoolClient) => Promise<unknown>): Promise<void> {
    return inTransaction(
      this.pool,
      async (tx) => {
        const { rows } = await tx.query<{ isMine: boolean }>(LOCK);
        if (rows[0]?.isMine) await work(tx);
      },
      { lockTimeoutMs: LOCK_TIMEOUT_MS },
    );
  }
}

/** What was found before the lock may have been done meanwhile by another copy. */
const isPartition = async (tx: pg.PoolClient, name: string): Promise<boolean> =>
  (await tx.query('SELECT FROM pg_class WHERE oid = to_regclass($1) AND relispartition', [name])).rowCount === 1;

const LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('webhook.partitions')) AS "isMine"`;
