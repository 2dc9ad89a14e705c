import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { AccountTurns, type AccountTurnsOptions } from './account-turns.js';

const CANCEL_AGAIN_MS = 200;
/** Fewer at once than the pool has connections by default, so that one account leaves some to others. */
const TURNS: AccountTurnsOptions = { maxAtOnce: 2, maxWaiting: 100, maxWaitMs: 4_000 };
const MAX_OF_ACCOUNT = 3;

/** Statements that wait for the turn of an account. */
export interface AccountReads {
  query<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<R>>;
}

/**
 * Reads whose cost grows with the table, such as exact counts and searches, on the pool that is theirs: few at once per
 * account, and cancelled in PostgreSQL when the caller has gone.
 */
export class HeavyReads {
  private readonly turns: AccountTurns;

  /** `pool` runs the reads. `cancelPool`, another one, asks the server to cancel them. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly cancelPool: pg.Pool,
    options: AccountTurnsOptions = TURNS,
  ) {
    this.turns = new AccountTurns(options);
  }

  /**
   * As many at once over all accounts as `atOnce` says, of which one account leaves one to others. What is more waits,
   * and accounts take turns.
   */
  static limited(pool: pg.Pool, cancelPool: pg.Pool, atOnce: number): HeavyReads {
    const maxAtOnce = Math.max(1, Math.min(MAX_OF_ACCOUNT, atOnce - 1));
    return new HeavyReads(pool, cancelPool, { ...TURNS, maxAtOnce, maxInAll: atOnce });
  }

  /**
   * What `work` resolves to. Fails with `limit.heavy_reads` when too much of the account waits, and with the reason of
   * `signal` when that aborts. A connection whose work failed is closed: nothing needs to be rolled back.
   */
  async run<T>(accountId: string, work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await this.turns.run(accountId, () => this.onConnection(work, signal), signal);
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  }

  /** What runs each statement as work of this account, until `signal` aborts. */
  for(accountId: string, signal?: AbortSignal): AccountReads {
    return { query: (text, values) => this.run(accountId, (client) => client.query(text, values), signal) };
  }

  private async onConnection<T>(work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.pool.connect();
    const over = new AbortController();
    let cancelling: Promise<void> | undefined;
    const cancel = (): void => {
      cancelling = this.cancel(client, over.signal);
    };
    let isSound = false;
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel, { once: true });
      const result = await work(client);
      isSound = true;
      return result;
    } finally {
      over.abort();
      signal?.removeEventListener('abort', cancel);
      // The connection is held until the server has heard, and not used again: nobody else's query is cancelled.
      await cancelling;
      client.release(!isSound || cancelling !== undefined);
    }
  }

  /**
   * Cancels whatever the connection runs, until that is over: a request to cancel may arrive before the query does.
   * Where it cannot be sent, the statement time-out ends the query.
   */
  private async cancel(client: pg.PoolClient, over: AbortSignal): Promise<void> {
    const { processID } = client as pg.PoolClient & { readonly processID: number };
    while (!over.aborted) {
      await this.cancelPool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
      await pause(CANCEL_AGAIN_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }
}
