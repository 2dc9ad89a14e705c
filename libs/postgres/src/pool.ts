import pg from 'pg';
import { closeIdle } from './close-idle.js';
import { limitQueries } from './limit-queries.js';
import { isQueryTimeout } from './query-timeout.js';
import { traceStatements } from './trace-statements.js';

/**
 * Injection token of the service's default `pg.Pool`: writes, consumers, the relay's mapper, jobs, and the generated
 * Prisma client.
 */
export const POOL = Symbol('POOL');
/** Injection token of the `pg.Pool` for reads whose cost is bounded: one row by its id, one page by an index. */
export const READ_POOL = Symbol('READ_POOL');
/** Injection token of the `pg.Pool` for reads whose cost grows with the table: exact counts and searches. */
export const HEAVY_READ_POOL = Symbol('HEAVY_READ_POOL');

export interface PoolOptions {
  /** Shown as `application_name` in pg_stat_activity. */
  readonly applicationName: string;
  /** Most connections at once. Default: `DEFAULT_MAX`. */
  readonly max?: number;
  /** PostgreSQL ends a statement after so long; 0 for never. Default: `STATEMENT_TIMEOUT_MS`. */
  readonly statementTimeoutMs?: number;
  /**
   * A query fails when nothing was heard of it for so long, whatever the server does. Default: `QUERY_GRACE_MS` more
   * than the statement time-out; none where statements have none.
   */
  readonly queryTimeoutMs?: number;
  /** Longest wait for a connection. Default: `ACQUIRE_TIMEOUT_MS`. */
  readonly acquireTimeoutMs?: number;
  /** Processes with which the server may help one statement. Default: the server's setting. */
  readonly parallelWorkers?: number;
  /** Called with the error of each connection that broke while idle; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
}

const DEFAULT_MAX = 10;
const STATEMENT_TIMEOUT_MS = 15_000;
/** A statement that the server ended itself has answered by then: only a connection that went silent has not. */
const QUERY_GRACE_MS = 5_000;
const ACQUIRE_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** What a connection has cached for its statements goes with it, also where it is never idle. */
const MAX_LIFETIME_S = 1_800;

/**
 * Most servers have JIT on, and statements of a service are compiled for longer than they run: one that reads a page of
 * 26 rows, and looks expensive to a planner that does not know the limit, took 360 ms with JIT and takes one without.
 */
const JIT_OFF = '-c jit=off';

/** What each session begins with. */
const settingsOf = ({ parallelWorkers }: PoolOptions): string =>
  parallelWorkers === undefined ? JIT_OFF : `${JIT_OFF} -c max_parallel_workers_per_gather=${parallelWorkers}`;

/**
 * A pool that holds few connections at rest and survives a restart of the server: a connection that breaks while idle
 * is replaced, and one that cannot be had in time rejects (`isTransientDatabaseError`). A query on a connection that
 * went silent fails with `isQueryTimeout`; its connection is closed, and so are the idle ones, which most likely lead
 * to the same vanished host. JIT is off, unless `options` in the URL, which replace the settings of the session, say
 * otherwise.
 */
export const createPool = (url: string, options: PoolOptions): pg.Pool => {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const queryTimeoutMs = options.queryTimeoutMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + QUERY_GRACE_MS);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName,
    max: options.max ?? DEFAULT_MAX,
    min: 0,
    idleTimeoutMillis: 10_000,
    maxLifetimeSeconds: MAX_LIFETIME_S,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    options: settingsOf(options),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  pool.on('error', (error: Error & { client?: unknown }) => {
    // `pg-pool` hangs the whole client on it, with its settings and buffers: no log line should have them.
    delete error.client;
    options.onIdleError?.(error);
  });
  // A connection that ends in the moment between its check-out and the first listener would end the process; who uses
  // it learns it from the next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', (client) => limitQueries(client, queryTimeoutMs));
  pool.on('release', (error: unknown) => {
    if (isQueryTimeout(error)) closeIdle(pool);
  });
  traceStatements(pool, options.applicationName);
  return pool;
};
