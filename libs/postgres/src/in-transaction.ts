import { AppError, isTransientDatabaseError } from '@cds/errors';
import type pg from 'pg';
import { isQueryTimeout } from './query-timeout.js';

export interface TransactionOptions {
  /** PostgreSQL ends the session when the transaction is idle for so long. Default: that of the pool. */
  readonly idleTimeoutMs?: number;
  /** A statement fails (55P03) when it waits so long for a lock. Default: it waits until the statement time-out. */
  readonly lockTimeoutMs?: number;
}

/**
 * Runs `work` in one transaction and returns what it returned, once that is committed. Whatever `work` throws rolls
 * back and is thrown on. A connection that broke or went silent leaves the pool. When the answer to COMMIT is lost
 * nobody knows whether it happened: that is `service.unavailable`, and a repeat must be safe.
 */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that dies between two queries reports it by an event, which would end the process unheard.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(beginText(options));
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    broken ??= await rollBack(client, error);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

const beginText = ({ idleTimeoutMs, lockTimeoutMs }: TransactionOptions): string =>
  [
    'BEGIN',
    ...(idleTimeoutMs === undefined
      ? []
      : [`SET LOCAL idle_in_transaction_session_timeout = ${Math.trunc(idleTimeoutMs)}`]),
    ...(lockTimeoutMs === undefined ? [] : [`SET LOCAL lock_timeout = ${Math.trunc(lockTimeoutMs)}`]),
  ].join('; ');

const commit = async (client: pg.PoolClient): Promise<void> => {
  try {
    const { command } = await client.query('COMMIT');
    if (command === 'ROLLBACK') throw new Error('COMMIT rolled back: a statement of the transaction had failed');
  } catch (error) {
    if (!isTransientDatabaseError(error)) throw error;
    throw new AppError({
      code: 'service.unavailable',
      kind: 'unavailable',
      message: 'The database went away while the change was being stored: it may or may not have been.',
      retryAfterSeconds: 1,
      cause: error,
    });
  }
};

/** The error that says that the connection is of no more use. A silent one would not answer a ROLLBACK either. */
const rollBack = async (client: pg.PoolClient, reason: unknown): Promise<Error | undefined> => {
  const cause: unknown = reason instanceof AppError ? reason.cause : reason;
  if (cause instanceof Error && isQueryTimeout(cause)) return cause;
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};
