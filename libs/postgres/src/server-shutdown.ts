import { EventEmitter } from 'node:events';
import pg from 'pg';

/**
 * Emits `begun` while the database server of this process refuses new connections because it shuts down. Whoever holds
 * a connection for long must let go of it then: an orderly ("smart") shutdown waits for the last one.
 */
export const serverShutdown = new EventEmitter<{ begun: [] }>();

export type ServerState = 'works' | 'shutting-down' | 'away';

/** admin_shutdown, crash_shutdown, cannot_connect_now. The last one is also that of a server that starts. */
const SHUTTING_DOWN: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03']);

/** What a new connection to the server meets. Never fails. */
export const probeServer = async (url: string, applicationName: string, timeoutMs: number): Promise<ServerState> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return 'works';
  } catch (error) {
    return SHUTTING_DOWN.has((error as { code?: unknown }).code) ? 'shutting-down' : 'away';
  } finally {
    client.end().catch(() => undefined);
  }
};

/** Closes a pool's connections as soon as they are returned, for as long as the server shuts down. */
export const releaseAtShutdown = (pool: pg.Pool, isShuttingDown: () => boolean): void => {
  // At this moment, since those who wait for a connection would take it before it is ever idle. The pool drops it.
  pool.on('release', (_error, client) => {
    if (isShuttingDown() && client instanceof pg.Client) client.end().catch(() => undefined);
  });
};
