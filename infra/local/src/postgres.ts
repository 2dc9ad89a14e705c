import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorOutput } from './error-text.js';
import { freePort } from './free-port.js';
import { guardFolder } from './guard.js';
import { type PostgresPlace, postgresPlace, removePostgres } from './postgres-place.js';
import { sharedBuffersMb } from './shared-buffers.js';
import { type ServerProcess, startProcess, stopProcess, untilReady } from './server-process.js';
import { memoryFolder, temporaryFolder } from './temporary-folder.js';

export interface PostgresOptions {
  /** Where its data stays. Without it the data is thrown away by `stop`, and a crash of the machine may damage it. */
  dataDir?: string;
  port?: number;
  logFile?: string;
  /** Of the user `postgres`; anybody on this machine may come in without one. Counts when the data is made. */
  password?: string;
  /** Receives the process as soon as there is one, ready or not. */
  onSpawn?: (process: ServerProcess) => void;
}

export interface PostgresServer {
  readonly port: number;
  readonly process: ServerProcess;
  url(database?: string): string;
  /** Ends all sessions and returns when the server is gone; data it was given a folder for stays. */
  stop(): Promise<void>;
}

/**
 * Small when it starts: buffers take memory only as there is data for them. `max_connections`, and `shared_buffers`
 * where the data is thrown away, are those of docker-compose.yml.
 */
const SMALL = {
  shared_buffers: '512MB',
  max_connections: '300',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  wal_buffers: '4MB',
};
/**
 * After each checkpoint a page is logged whole when it first changes, so that a busy server with frequent checkpoints
 * logs little else; `max_wal_size` is that of docker-compose.yml. A page that is not in the buffers is copied from the
 * kernel's cache each time, which takes longer than most of what is done with it. `wal_buffers` is PostgreSQL's default
 * for such a server: with less, a session that writes a lot waits for the log to be written.
 */
const kept = () => ({ max_wal_size: '4GB', wal_buffers: '16MB', shared_buffers: `${sharedBuffersMb()}MB` });
/** Logical replication, JIT and parallel workers would only cost memory here. */
const PLAIN = {
  jit: 'off',
  max_logical_replication_workers: '0',
  max_worker_processes: '4',
  io_method: 'sync',
  log_checkpoints: 'off',
};
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

const serverFlags = (port: number, isThrowAway: boolean): string[] => {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    ...SMALL,
    ...PLAIN,
    ...(isThrowAway ? THROW_AWAY : kept()),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

const environment = (): NodeJS.ProcessEnv => {
  // PostgreSQL's own variables would redirect what is meant for this server.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
};

/**
 * Makes the cluster beside its place and moves it there when it is whole: an interrupted start leaves no half of one.
 */
const initialise = async (place: PostgresPlace, options: PostgresOptions, isThrowAway: boolean): Promise<void> => {
  if (existsSync(place.cluster)) return;
  const [unfinished, passwordFile] = [`${place.cluster}.new`, `${place.cluster}.password`];
  const login =
    options.password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const flags = [
    '--username=postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  rmSync(unfinished, { recursive: true, force: true });
  try {
    writeFileSync(passwordFile, `${options.password ?? ''}\n`, { mode: 0o600 });
    if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid);
    const args = [`--pgdata=${unfinished}`, ...login, ...flags, ...(isThrowAway ? ['--no-sync'] : [])];
    await promisify(execFile)(join(place.bin, 'initdb'), args, { ...place.account, env: environment(), cwd: '/' });
    renameSync(unfinished, place.cluster);
  } catch (error) {
    throw new Error(`PostgreSQL's data folder could not be made: ${errorOutput(error)}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * After a crash another process may have the number in postmaster.pid; PostgreSQL would take it for itself and refuse.
 */
const dropForeignLock = (cluster: string): void => {
  const lock = join(cluster, 'postmaster.pid');
  if (process.platform !== 'linux' || !existsSync(lock)) return;
  const commandLine = commandLineOf(Number(readFileSync(lock, 'utf8').split('\n')[0]));
  if (commandLine !== '' && !commandLine.includes(cluster)) rmSync(lock);
};

const run = async (
  place: PostgresPlace,
  port: number,
  options: PostgresOptions & { logFile: string },
): Promise<ServerProcess> => {
  const isThrowAway = options.dataDir === undefined;
  await initialise(place, options, isThrowAway);
  dropForeignLock(place.cluster);
  const server = await startProcess({
    name: 'PostgreSQL',
    command: join(place.bin, 'postgres'),
    args: ['-D', place.cluster, ...serverFlags(port, isThrowAway)],
    env: environment(),
    cwd: '/',
    logFile: options.logFile,
    ...place.account,
  });
  options.onSpawn?.(server);
  try {
    await untilReady(server, () => server.output().includes('ready to accept connections'), 60_000);
  } catch (error) {
    await stopProcess(server, 'SIGKILL', 0);
    throw error;
  }
  return server;
};

/** For data that is thrown away: the cluster's files are in a folder of memory where there is one. */
const throwAwayPlace = (dataDir: string, files: string | undefined): PostgresPlace => {
  const place = postgresPlace(dataDir);
  guardFolder(dirname(place.cluster));
  if (!files) return place;
  if (place.account) chownSync(files, place.account.uid, place.account.gid);
  return { ...place, cluster: join(files, 'cluster') };
};

/** Starts PostgreSQL 18 on 127.0.0.1, its data made when there is none, and returns when it takes connections. */
export const startPostgres = async (options: PostgresOptions = {}): Promise<PostgresServer> => {
  const isThrowAway = options.dataDir === undefined;
  const dataDir = options.dataDir ?? temporaryFolder('postgres');
  const files = isThrowAway ? memoryFolder('cluster') : undefined;
  const discard = () => {
    if (files) rmSync(files, { recursive: true, force: true });
    if (isThrowAway) removePostgres(dataDir);
  };
  const port = options.port ?? (await freePort());
  const credentials = options.password === undefined ? 'postgres' : `postgres:${encodeURIComponent(options.password)}`;
  try {
    const place = isThrowAway ? throwAwayPlace(dataDir, files) : postgresPlace(dataDir);
    const server = await run(place, port, { ...options, logFile: options.logFile ?? join(dataDir, 'postgres.log') });
    const stop = async () => {
      await stopProcess(server, isThrowAway ? 'SIGQUIT' : 'SIGINT', 20_000);
      discard();
    };
    return {
      port,
      process: server,
      url: (database = 'postgres') => `postgresql://${credentials}@127.0.0.1:${port}/${database}`,
      stop,
    };
  } catch (error) {
    discard();
    throw error;
  }
};
