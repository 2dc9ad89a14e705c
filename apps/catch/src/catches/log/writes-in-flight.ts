import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/**
 * How long before its transaction begins another copy may take a write's time, its clock's difference included. Writes
 * take it when they have a connection and are about to be sent, or within their transaction.
 */
const OTHERS_MARGIN_MS = 2_000;

/**
 * Knows up to when all changes can be seen: a write takes its time before it is committed, and others commit meanwhile.
 */
@Injectable()
export class WritesInFlight {
  private readonly times = new Set<{ readonly at: Date | undefined }>();
  /** This process's own sessions in the database. */
  private readonly sessions = new Set<number>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly clock: Clock,
  ) {
    pool.on('acquire', (client) => this.sessions.add(processIdOf(client)));
    pool.on('remove', (client) => this.sessions.delete(processIdOf(client)));
  }

  /**
   * Runs a write that takes its time from `stamp`, as late as it can. Until it is done, nothing later than that time
   * counts as settled. A write that was not carried out may be stamped again.
   */
  async during<T>(write: (stamp: () => Date) => Promise<T>): Promise<T> {
    const time: { at: Date | undefined } = { at: undefined };
    this.times.add(time);
    try {
      return await write(() => (time.at = this.clock.now()));
    } finally {
      this.times.delete(time);
    }
  }

  /**
   * Runs a write of several statements in a transaction. It waits for a connection, which may take longer than other
   * copies reckon with: `stamp` takes the lock by which they know the write before it takes the time.
   */
  transaction<T>(write: (tx: pg.PoolClient, stamp: () => Promise<Date>) => Promise<T>): Promise<T> {
    return this.during((stamp) => inTransaction(this.pool, (tx) => write(tx, () => tx.query(LOCK).then(stamp))));
  }

  /**
   * No write that is not committed yet will turn out to be earlier than this. Writes of this process are known; those
   * of others by the locks that their transactions hold, and where other copies of the service are connected, a margin
   * stands for what they have not sent yet.
   */
  async settledAt(): Promise<Date> {
    const own = [this.clock.now(), ...[...this.times].flatMap(({ at }) => at ?? [])];
    const { rows } = await this.pool.query<{ oldest: Date | null; has_copies: boolean }>({
      name: 'writes-in-flight',
      text: IN_FLIGHT,
      values: [[...this.sessions]],
    });
    const [{ oldest, has_copies: hasCopies } = { oldest: null, has_copies: false }] = rows;
    const margin = hasCopies ? OTHERS_MARGIN_MS : 0;
    return new Date(
      Math.min(...own.map(Number), (oldest?.getTime() ?? Infinity) - margin, this.clock.now().getTime() - margin),
    );
  }
}

const processIdOf = (client: pg.PoolClient): number =>
  (client as pg.PoolClient & { readonly processID: number }).processID;

const LOCK = 'LOCK TABLE catches IN ROW EXCLUSIVE MODE';

const IN_FLIGHT = `
SELECT (SELECT min(xact_start) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE mode = 'RowExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND relation IN ('catches'::regclass, 'catch_tombstones'::regclass)) AS oldest,
  EXISTS (SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = current_setting('application_name')
          AND pid <> ALL($1::int[])) AS has_copies`;
