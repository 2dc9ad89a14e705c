import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPool } from '@cds/postgres';
import { createLogger, loadConfig, type RunningService, startService } from '@cds/service-kit';
import { IdempotencyStore } from '@cds/idempotency';
import { identityHeaders, TEST_IDENTITY_SECRET, testCaller } from '@cds/testing/identity';
import { answerChecker } from '@cds/openapi';
import { eventually, recordedLog, testDatabase, type TestDatabase, testKafka, uniqueName } from '@cds/testing';
import type pg from 'pg';
import { CatchCounts } from '../src/catches/write/catch-counts.js';
import { routeDocs } from '../src/api-docs.js';
import { settings } from '../src/config.js';
import type { ImportView } from '../src/imports/import-view.js';
import { catchService } from '../src/service.js';
import { LARGEMOUTH, OWNER, REVIEWER, WALLEYE, WITNESSED } from './catch.builders.js';

export const owner = testCaller({
  accountId: OWNER,
  accountName: 'Owner',
  scopes: ['catches:read', 'catches:write', 'verifications:read'],
});
export const reviewer = testCaller({
  accountId: REVIEWER,
  accountName: 'Reviewer',
  scopes: ['catches:read', 'catches:write', 'verifications:read', 'verifications:write'],
});

/** Each answer that a test gets is as the API reference says. */
const checkAnswer = answerChecker(routeDocs);

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export interface ListPage {
  data: { id: string }[];
  total?: number;
  next_cursor: string | null;
}

export const idsOf = ({ data }: ListPage): string[] => data.map(({ id }) => id);

export interface RejectedRow {
  line: number;
  errors: { pointer: string; code: string; detail: string }[];
}

/** The real service on a database and a consumer group of its own, called as the gateway would. */
export class CatchHarness {
  private constructor(
    private readonly service: RunningService,
    private readonly database: TestDatabase,
    /** The folder of the object storage. */
    readonly storage: string,
    private readonly keepsStorage: boolean,
    readonly pool: pg.Pool,
  ) {}

  /**
   * Hears of species from Kafka only when told to: other tests publish theirs to the same topic. A folder for the
   * storage that it is given stays.
   */
  static async start({
    hears = false,
    storage: given,
    beside,
    env = {},
  }: {
    hears?: boolean;
    storage?: string;
    /** Another copy of the service, whose database this one shares. */
    beside?: CatchHarness;
    env?: Readonly<Record<string, string>>;
  } = {}): Promise<CatchHarness> {
    const database = beside ? { ...beside.database, drop: () => Promise.resolve() } : await testDatabase('catch');
    const pool = createPool(database.url, { applicationName: 'tests', max: 2 });
    if (!beside) await pool.query(KNOWN_SPECIES, [[LARGEMOUTH, WALLEYE]]);
    const storage = given ?? (await mkdtemp(join(tmpdir(), 'catch-storage-')));
    const config = loadConfig(settings, {
      DATABASE_URL: database.url,
      KAFKA_BROKERS: testKafka().brokers.join(','),
      IDENTITY_SECRETS: TEST_IDENTITY_SECRET,
      STORAGE_URL: pathToFileURL(storage).href,
      PORT: '0',
      INTERNAL_PORT: '0',
      LOG_FORMAT: 'json',
      ...env,
    });
    const logger = await createLogger({ name: 'catch', level: 'info', format: 'json', destination: recordedLog() });
    const service = await startService({ ...catchService(config, hears ? uniqueName('catch') : null), logger });
    return new CatchHarness(service, database, storage, given !== undefined, pool);
  }

  get url(): string {
    return this.service.url;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.pool.end();
    await this.database.drop();
    if (!this.keepsStorage) await rm(this.storage, { recursive: true, force: true });
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    caller = owner,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.service.url}${path}`, {
      method,
      headers: {
        ...identityHeaders('catch', caller),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed: unknown = text ? JSON.parse(text) : {};
    const undescribed = checkAnswer({ method, path, status: answer.status, body: parsed });
    if (undescribed) throw new Error(undescribed);
    return { status: answer.status, headers: answer.headers, body: parsed as T };
  }

  /** A page of the list of catches; fails when there is none. */
  async listed(query: string): Promise<ListPage> {
    const { status, body } = await this.call<ListPage>('GET', `/v1/catches?${query}`);
    if (status !== 200) throw new Error(`expected a page, got ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Sends a file to be imported. */
  async imported(
    file: string | Buffer,
    headers: Record<string, string> = {},
    caller = owner,
  ): Promise<Answer<ImportView>> {
    const answer = await fetch(`${this.service.url}/v1/catches/import`, {
      method: 'POST',
      headers: { ...identityHeaders('catch', caller), 'content-type': 'application/x-ndjson', ...headers },
      body: new Uint8Array(Buffer.from(file)),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as ImportView };
  }

  /** Sends a file and waits until its import has ended. */
  async importEnded(file: string | Buffer, headers: Record<string, string> = {}): Promise<ImportView> {
    const { status, body } = await this.imported(file, headers);
    if (status !== 202) throw new Error(`expected an import, got ${status} ${JSON.stringify(body)}`);
    return this.ended(`/v1/imports/${body.id}`);
  }

  /** Waits until a job has ended. */
  async ended<T extends { status: string }>(path: string, timeoutMs = 60_000): Promise<T> {
    return eventually(
      async () => {
        const { body } = await this.call<T>('GET', path);
        if (body.status !== 'completed' && body.status !== 'failed') throw new Error(`${path} is ${body.status}`);
        return body;
      },
      { timeoutMs },
    );
  }

  async rejected(id: string): Promise<RejectedRow[]> {
    const { body } = await this.call<{ data: RejectedRow[] }>('GET', `/v1/imports/${id}/rejected`);
    return body.data;
  }

  async logged(body: object = {}): Promise<string> {
    const { status, body: logged } = await this.call<{ id: string }>('POST', '/v1/catches', {
      species: 'largemouth bass',
      weight_lbs: 8.4,
      ...body,
    });
    if (status !== 201) throw new Error(`expected a catch, got ${status} ${JSON.stringify(logged)}`);
    return logged.id;
  }

  /** Asks for a tier of a new catch. */
  async verificationRequested(): Promise<{ catchId: string; id: string }> {
    const catchId = await this.logged();
    const { status, body } = await this.call<{ id: string }>('POST', `/v1/catches/${catchId}/verifications`, WITNESSED);
    if (status !== 201) throw new Error(`expected a verification, got ${status} ${JSON.stringify(body)}`);
    return { catchId, id: body.id };
  }

  /** Deletes kept answers that are over a day old now instead of within a minute. */
  async swept(): Promise<number> {
    return this.service.app.get(IdempotencyStore).sweep();
  }

  /** Folds the counts now instead of within a second. */
  async folded(): Promise<number> {
    return this.service.app.get(CatchCounts).fold();
  }

  /** What the service is made of. */
  get app(): RunningService['app'] {
    return this.service.app;
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    return rows[0]?.count ?? -1;
  }
}

/** $1 the ids of largemouth bass and walleye. */
export const KNOWN_SPECIES = `
INSERT INTO species_names (id, common_name, scientific_name, aliases, max_weight_lbs, version, document)
SELECT id, name, scientific_name, CASE ordinal WHEN 1 THEN '{Black Bass,Bucketmouth}'::text[]
  ELSE '{Black Bass}'::text[] END, 25, 1,
       json_build_object('id', id, 'slug', 'slug', 'common_name', name, 'common_names',
       '[{"name":"Black Bass","language":"en","region":null}]'::json, 'scientific_name', scientific_name,
         'family', 'Testidae', 'order', 'Testiformes', 'water', 'freshwater', 'regions', '["North America"]'::json,
         'records', '{"world":{"weight_lbs":22.31,"place":"Lake Biwa","date":"2009-07-02","angler":"M. Kurita",
           "source":"IGFA"}}'::json,
         'max_weight_lbs', 25, 'max_length_in', null, 'updated_at', '2026-01-01T00:00:00.000Z', 'version', 1)
FROM unnest($1::text[]) WITH ORDINALITY AS t(id, ordinal),
  LATERAL (SELECT CASE ordinal WHEN 1 THEN 'Largemouth Bass' ELSE 'Walleye' END AS name, CASE ordinal WHEN 1
  THEN 'Micropterus salmoides' ELSE 'Sander vitreus' END AS scientific_name) named`;
