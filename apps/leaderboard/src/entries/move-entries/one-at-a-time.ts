import type { Queryable } from '@cds/postgres';

/**
 * A transaction that several tasks use at the same time: a statement is sent when the one before it was answered, and
 * before anybody goes on with that answer, so that PostgreSQL works on the statement of one task while another one
 * computes.
 */
export const oneAtATime = (tx: Queryable): Queryable => {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const next = (): void => {
    const send = waiting.shift();
    isBusy = send !== undefined;
    send?.();
  };
  const query = (...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        const answer = (tx.query as (...given: unknown[]) => Promise<unknown>)(...args);
        answer.finally(next).then(resolve, reject);
      });
      if (!isBusy) next();
    });
  return { query: query as Queryable['query'] };
};
