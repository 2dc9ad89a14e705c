import { TurnsByKey } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';

/**
 * A transaction that several tasks use at the same time: a statement is sent when the one before it was answered, and
 * before anybody goes on with that answer, so that PostgreSQL works on the statement of one task while another one
 * computes.
 */
export const oneAtATime = (tx: Queryable): Queryable => {
  const turns = new TurnsByKey(Infinity);
  const query = (...args: unknown[]): Promise<unknown> =>
    turns.run('statement', () => (tx.query as (...given: unknown[]) => Promise<unknown>)(...args));
  return { query: query as Queryable['query'] };
};
