import { within } from '@cds/errors';
import type pg from 'pg';

/** Longer than a statement of a busy server takes, and short, as requests wait for it. */
const PATIENCE_MS = 4_000;
/** For so long after a time-out nobody waits: the connections that went silent are closed meanwhile. */
const SILENCE_MS = 5_000;

/**
 * Where counts are kept, for `rate-limiter-flexible`, which counts in memory when a statement fails: one fails when it
 * has no answer after `PATIENCE_MS`, its wait for a connection included, and at once while the database is silent.
 */
export class CounterStore {
  private silentUntil = -Infinity;

  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (performance.now() < this.silentUntil) throw silent();
    // The same time for the statement alone closes its connection.
    const answer = this.pool.query({ ...statement, query_timeout: PATIENCE_MS } as pg.QueryConfig);
    return within(answer, PATIENCE_MS, () => {
      this.silentUntil = performance.now() + SILENCE_MS;
      return silent();
    });
  }
}

const silent = (): Error => new Error('the database does not answer');
