import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPool } from '@cds/postgres';
import { identityHeaders, TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import { eventually, freePort, testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { KNOWN_SPECIES, owner } from './catch.harness.js';
import { LARGEMOUTH, WALLEYE } from './catch.builders.js';

const MAIN = join(import.meta.dirname, '..', 'dist', 'main.js');
/** Nobody listens there: what other tests publish is not heard, and events wait in the log. */
const NO_KAFKA = '127.0.0.1:1';

/** The built service as a process that can be killed, on a database and a storage that outlive it. */
export class CatchProcess {
  private child: ChildProcess | undefined;
  url = '';

  private constructor(
    private readonly database: TestDatabase,
    readonly storage: string,
    readonly pool: pg.Pool,
  ) {}

  static async prepare(): Promise<CatchProcess> {
    const database = await testDatabase('catch');
    const pool = createPool(database.url, { applicationName: 'tests', max: 2 });
    await pool.query(KNOWN_SPECIES, [[LARGEMOUTH, WALLEYE]]);
    return new CatchProcess(database, await mkdtemp(join(tmpdir(), 'catch-storage-')), pool);
  }

  /** Starts it anew, and waits until it answers. */
  async start(): Promise<void> {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const settings = {
      DATABASE_URL: this.database.url,
      KAFKA_BROKERS: NO_KAFKA,
      IDENTITY_SECRETS: TEST_IDENTITY_SECRET,
      STORAGE_URL: pathToFileURL(this.storage).href,
      PORT: String(port),
      INTERNAL_PORT: '0',
      LOG_LEVEL: 'fatal',
      LOG_FORMAT: 'json',
    };
    this.child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], ...settings }, stdio: 'ignore' });
    await eventually(() => fetch(this.url), { timeoutMs: 120_000 });
  }

  /** Ends it as a crash does, `SIGKILL`, whatever it is doing. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** As if the dead had been silent for long enough that their jobs may be taken over. */
  async outlast(table: 'imports' | 'exports'): Promise<void> {
    await this.pool.query(`UPDATE ${table} SET leased_until = now() WHERE status = 'running'`);
  }

  call(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      ...init,
      headers: { ...identityHeaders('catch', owner), ...(init.headers as Record<string, string> | undefined) },
    });
  }

  async one<T extends object>(sql: string, values: readonly unknown[] = []): Promise<T> {
    const { rows } = await this.pool.query<T>(sql, [...values]);
    const [row] = rows;
    if (!row) throw new Error(`${sql} has no row`);
    return row;
  }

  /** The files of a folder of the storage. */
  async files(folder: string): Promise<string[]> {
    const entries = await readdir(join(this.storage, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  /** Makes what is half-written as old as what is swept. */
  async agePartials(): Promise<void> {
    for (const name of await this.files('.partial'))
      await utimes(join(this.storage, '.partial', name), new Date(0), new Date(0));
  }

  async stop(): Promise<void> {
    await this.kill();
    await this.pool.end();
    await this.database.drop();
    await rm(this.storage, { recursive: true, force: true });
  }
}
