import { activeSpan, bound, endSpan, failSpan, isTracing, otherCauses, startSpan } from '@cds/tracing';
import type pg from 'pg';
import { StatementSummaries } from './statement-summary.js';

type Query = (...given: unknown[]) => unknown;
type Callback = (...given: unknown[]) => void;
type Connect = (callback?: Callback) => unknown;

const summaries = new StatementSummaries();

/**
 * Makes a span of each statement that a traced request or message sends: what it does to which tables, never its text
 * or values. Work that nothing traced waits for, such as a poll, has no spans. Where the process exports no spans the
 * pool stays as it is.
 */
export const traceStatements = (pool: pg.Pool, name: string): void => {
  if (!isTracing()) return;
  pool.on('connect', (client) => traceClient(client, name));
  // A waiter is called by whoever returns a connection, on whose behalf it must not run.
  const connect = pool.connect.bind(pool) as Connect;
  const traced: Connect = (callback) => connect(callback && bound(callback));
  Object.assign(pool, { connect: traced });
};

const traceClient = (client: pg.PoolClient, pool: string): void => {
  const query = client.query.bind(client) as Query;
  const traced: Query = (...given) => {
    const text = textOf(given[0]);
    if (text === undefined || !activeSpan()?.isRecording()) return query(...given);
    const summary = summaries.of(text);
    const span = startSpan(summary, {
      kind: 'client',
      links: otherCauses(),
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.client.connection.pool.name': pool,
      },
    });
    const callback = given.at(-1);
    if (typeof callback === 'function')
      return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
        if (error) failSpan(span, error);
        else endSpan(span);
        (callback as Callback)(error, result);
      });
    const answered = query(...given);
    if (answered instanceof Promise)
      answered.then(
        () => endSpan(span),
        (error: unknown) => failSpan(span, error),
      );
    return answered;
  };
  Object.assign(client, { query: traced });
};

/** Undefined for a stream, which reports its end in other ways. */
const textOf = (statement: unknown): string | undefined => {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined;
};
