import pg from 'pg';

/** Injection token of the service's `pg.Pool`. */
export const POOL = Symbol('POOL');

export interface PoolOptions {
  /** Shown as `application_name` in pg_stat_activity. */
  applicationName: string;
  /** Most connections at once; 10 unless told. */
  max?: number;
  statementTimeoutMs?: number;
  /** Told about connections that broke while idle; the pool replaces them by itself. */
  onIdleError?: (error: Error) => void;
}

/**
 * A pool that holds few connections at rest and survives a restart of the server: a connection that breaks while idle
 * is replaced, one that cannot be had within 5 s rejects (`isTransientDatabaseError`). Statements end after 15 s.
 */
export const createPool = (url: string, options: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    min: 0,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // A connection that ends in the moment between its check-out and the first listener would end the process; who uses
  // it learns it from the next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
