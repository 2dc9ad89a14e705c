import type pg from 'pg';

/**
 * A process that hangs must not hold a partition's row for ever, nor wait for one for ever: PostgreSQL ends its
 * transaction after 30 s of silence, and gives up waiting for a lock after 10 s.
 */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '30s'; SET LOCAL lock_timeout = '10s'`;

/** Commits what `work` did, or nothing. A connection that broke leaves the pool. */
export const inTransaction = async <T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> => {
  const tx = await pool.connect();
  let broken: Error | undefined;
  // A connection that dies between two queries tells so by an event, which would end the process if nobody listened.
  const onError = (error: Error): void => {
    broken = error;
  };
  tx.on('error', onError);
  try {
    await tx.query(BEGIN);
    const result = await work(tx);
    const { command } = await tx.query('COMMIT');
    if (command === 'ROLLBACK') throw new Error('The handler went on after a statement of its transaction had failed');
    return result;
  } catch (error) {
    broken ??= await rollBack(tx);
    throw error;
  } finally {
    tx.off('error', onError);
    tx.release(broken);
  }
};

/** The error that tells that the connection is of no more use. */
const rollBack = async (tx: pg.PoolClient): Promise<Error | undefined> => {
  try {
    await tx.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};
