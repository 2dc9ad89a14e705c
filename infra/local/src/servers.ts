import pg from 'pg';
import type { DataFolder } from './data-folder.js';
import { errorText } from './error-text.js';
import type { KeptPorts } from './kept-ports.js';
import { startKafka } from './kafka.js';
import { startPostgres } from './postgres.js';
import type { RunRecords } from './run-records.js';
import { Supervised } from './supervised.js';

interface Context {
  folder: DataFolder;
  ports: KeptPorts;
  records: RunRecords;
  report(name: string, text: string): void;
}

/** Our own PostgreSQL, with data that survives a crash of the machine. */
export const ownPostgres = async (
  context: Context,
  password: string,
): Promise<{ unit: Supervised; url: string; port: number }> => {
  const port = await context.ports.take('postgres');
  const options = { dataDir: context.folder.postgres, port, password, logFile: context.folder.logFile('postgres') };
  const unit = new Supervised({
    name: 'postgres',
    // A fast shutdown: sessions end, what is committed is on disk.
    stopSignal: 'SIGINT',
    graceMs: 20_000,
    records: context.records,
    report: (text) => context.report('postgres', text),
    launch: async (onSpawn) => (await startPostgres({ ...options, onSpawn })).process,
  });
  return { unit, port, url: `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres` };
};

/** Our own one-node Kafka. */
export const ownKafka = async (context: Context): Promise<{ unit: Supervised; brokers: string[]; port: number }> => {
  const port = await context.ports.take('kafka');
  const options = { dataDir: context.folder.kafka, port, logFile: context.folder.logFile('kafka') };
  const unit = new Supervised({
    name: 'kafka',
    stopSignal: 'SIGTERM',
    graceMs: 20_000,
    records: context.records,
    report: (text) => context.report('kafka', text),
    launch: async (onSpawn) => (await startKafka({ ...options, onSpawn })).process,
  });
  return { unit, port, brokers: [`127.0.0.1:${port}`] };
};

const OLDEST_POSTGRES = 17;

/** Says what a PostgreSQL server given by the user is; fails when it cannot be used. */
export const checkPostgres = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const version = rows[0]?.server_version ?? '';
    if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
      throw new Error(`it is version ${version}, and ${OLDEST_POSTGRES} or later is needed`);
    return `${version.split(' ')[0]} at ${host}:${port} (DATABASE_URL)`;
  } catch (error) {
    throw new Error(`The server of DATABASE_URL, ${host}:${port}, cannot be used: ${errorText(error)}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
};
