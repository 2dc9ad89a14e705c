import type { Queryable } from '@cds/postgres';

/**
 * A transaction that several tasks use at the same time: each statement is sent when the one before it was answered, so
 * that one task can compute while the statement of another one runs.
 */
export const oneAtATime = (tx: Queryable): Queryable => {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...args: unknown[]): Promise<unknown> => {
    const result = last.then(() => (tx.query as (...given: unknown[]) => Promise<unknown>)(...args));
    last = result.catch(() => undefined);
    return result;
  };
  return { query: query as Queryable['query'] };
};
