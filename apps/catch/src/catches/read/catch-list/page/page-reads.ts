import { HeavyReads, POOL, READ_POOL, type Sql } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** Fewer at once than `READ_POOL` has connections by default, so that one account leaves some to others. */
const FILTERED_PAGES = { maxAtOnce: 3, maxWaiting: 200, maxWaitMs: 3_000 };

/** Who waits for a read: the account whose turn it takes, and the signal that cancels it. */
export interface Reader {
  readonly viewer: string;
  readonly signal: AbortSignal | undefined;
}

/** Where the statements of a page run, by what they may cost. See ADR 37. */
@Injectable()
export class PageReads {
  private readonly filteredPages: HeavyReads;

  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    @Inject(POOL) cancelPool: pg.Pool,
    private readonly heavyReads: HeavyReads,
  ) {
    this.filteredPages = new HeavyReads(pool, cancelPool, FILTERED_PAGES);
  }

  /** Of bounded cost: a page that an index serves, a total that is kept, an estimate. */
  async bounded<Row extends pg.QueryResultRow>(sql: pg.QueryConfig): Promise<Row[]> {
    return (await this.pool.query<Row>(sql)).rows;
  }

  /** A page that may look at many rows before it is full: few at once for each account. */
  filtered<T>({ viewer, signal }: Reader, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.filteredPages.run(viewer, work, signal);
  }

  /** Counts and searches, on their own pool. */
  async heavy<Row extends pg.QueryResultRow>({ viewer, signal }: Reader, sql: Sql): Promise<Row[]> {
    return this.heavyReads.run(viewer, async (client) => (await client.query<Row>(sql)).rows, signal);
  }

  /** The same with settings of the planner, which are `SET LOCAL` statements. */
  async heavyWith<Row extends pg.QueryResultRow>(reader: Reader, sql: Sql, settings: string): Promise<Row[]> {
    const { viewer, signal } = reader;
    return this.heavyReads.run(
      viewer,
      async (client) => {
        await client.query(`BEGIN READ ONLY; ${settings}`);
        const { rows } = await client.query<Row>(sql);
        await client.query('COMMIT');
        return rows;
      },
      signal,
    );
  }
}

/** Equal statements of concurrent requests have equal keys. */
export const keyOf = ({ text, values }: pg.QueryConfig): string => JSON.stringify([text, values]);
