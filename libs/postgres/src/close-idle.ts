import type pg from 'pg';

/**
 * Closes the connections of a pool that nobody uses at the moment; those in use stay. The pool opens new ones when it
 * needs them. Never fails.
 */
export const closeIdle = (pool: pg.Pool): void => {
  if (pool.ending) return;
  for (let left = pool.idleCount; left > 0; left -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
  }
};
