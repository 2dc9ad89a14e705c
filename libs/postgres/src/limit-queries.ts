import pg from 'pg';
import { queryTimeout } from './query-timeout.js';

type Callback = (error: Error | null | undefined, result?: unknown) => void;
type Query = (...given: unknown[]) => unknown;
type Statement = string | (pg.QueryConfig & { readonly query_timeout?: number });

/**
 * From now on a query of this connection fails with `isQueryTimeout` when nothing was heard of it for `limitMs`, or for
 * its own `query_timeout`, and its connection is closed; 0 is no limit. `pg` has the same as an option, but keeps each
 * answer in memory until V8 looks at all old objects (ADR 120).
 */
export const limitQueries = (client: pg.PoolClient, limitMs: number): void => {
  const query = client.query.bind(client) as Query;
  const send = (statement: Statement, values: unknown, done: Callback): void => {
    const ms = (typeof statement === 'string' ? undefined : statement.query_timeout) ?? limitMs;
    let isOver = false;
    const late = (): void => {
      isOver = true;
      done(queryTimeout());
      // It does not matter any more whether the connection still works.
      (client as unknown as pg.Client).end().catch(() => undefined);
    };
    const timer = ms > 0 ? setTimeout(late, ms) : undefined;
    const answered: Callback = (error, result) => {
      if (isOver) return;
      clearTimeout(timer);
      done(error, result);
    };
    query(new pg.Query(statement, values as unknown[], answered as never));
  };
  const limited: Query = (statement, values, callback) => {
    if (isSubmittable(statement)) return query(Object.assign(statement, { query_timeout: limitMs }), values, callback);
    const [given, done] = typeof values === 'function' ? [undefined, values] : [values, callback];
    if (typeof done === 'function') return send(statement as Statement, given, done as Callback);
    return promised((settle) => send(statement as Statement, given, settle));
  };
  Object.assign(client, { query: limited });
};

/** A stream or a cursor, which reports its end in other ways. */
const isSubmittable = (statement: unknown): statement is object =>
  typeof statement === 'object' && statement !== null && 'submit' in statement;

const promised = async (begin: (settle: Callback) => void): Promise<unknown> => {
  try {
    return await new Promise((resolve, reject) => begin((error, result) => (error ? reject(error) : resolve(result))));
  } catch (error) {
    // Its stack would end where the answer was read from the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
};
