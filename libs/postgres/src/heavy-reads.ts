import { AppError } from '@cds/errors';
import type pg from 'pg';
import { AccountTurns, type AccountTurnsOptions } from './account-turns.js';

/** Below the number of connections that heavy reads have by default, so that one account leaves some to others. */
const TURNS: AccountTurnsOptions = { maxAtOnce: 2, maxWaiting: 100, maxWaitMs: 4_000 };

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
   * What `work` resolves to. Fails with `limit.heavy_reads` when too much of the account waits, and with
   * `request.invalid` when `signal` aborted: who would hear of it has gone.
   */
  async run<T>(accountId: string, work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await this.turns.run(accountId, () => this.onConnection(work, signal), signal);
    } catch (error) {
      throw signal?.aborted ? callerGone(error) : error;
    }
  }

  private async onConnection<T>(work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.pool.connect();
    let cancelled: Promise<void> | undefined;
    const cancel = (): void => {
      cancelled ??= this.cancel(client);
    };
    let isSound = false;
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel, { once: true });
      const result = await work(client);
      isSound = true;
      return result;
    } finally {
      signal?.removeEventListener('abort', cancel);
      // The connection is held until the server has heard, and not used again: nobody else's query is cancelled.
      await cancelled;
      client.release(!isSound || cancelled !== undefined);
    }
  }

  /** Cancels whatever the connection runs. Where that fails, its statement time-out ends it. */
  private async cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as pg.PoolClient & { readonly processID: number };
    await this.cancelPool.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
  }
}

const callerGone = (cause: unknown): AppError =>
  new AppError({
    code: 'request.invalid',
    kind: 'invalid',
    message: 'The caller closed the connection before the answer was ready.',
    cause,
  });
