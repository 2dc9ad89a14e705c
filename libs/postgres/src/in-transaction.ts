import { AppError, isTransientDatabaseError } from '@cds/errors';
import type pg from 'pg';

/**
 * Runs `work` in one transaction and returns what it returned, once that is committed. Whatever `work` throws rolls
 * back and is thrown on. A connection that broke leaves the pool. When the answer to COMMIT is lost nobody knows
 * whether it happened: that is `service.unavailable`, and a repeat must be safe.
 */
export const inTransaction = async <T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    broken ??= await rollBack(client);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

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

/** The error that tells that the connection is of no more use. */
const rollBack = async (client: pg.PoolClient): Promise<Error | undefined> => {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};
