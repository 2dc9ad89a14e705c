import { createPool } from '@cds/postgres';
import { createLogger, loadConfig, newId, type RunningService, startService } from '@cds/service-kit';
import { TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import {
  createTopics,
  noteSecrets,
  recordedLog,
  type TestDatabase,
  testDatabase,
  testKafka,
  uniqueName,
} from '@cds/testing';
import { deadLetterTopic, type Scope, SCOPES, TOPICS } from '@cds/contracts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { hashOfApiKey, makeApiKey, shownPrefixOf } from '../src/identity/api-keys/api-key.js';
import { settings } from '../src/config.js';
import type { ServiceName } from '../src/edge/routing/route.js';
import { ROUTES } from '../src/edge/routing/routes.js';
import type { GatewayParts } from '../src/gateway-parts.js';
import { gatewayService } from '../src/service.js';
import { type Answer, send, type Sending } from './http.harness.js';

export interface KeyFacts {
  scopes?: readonly Scope[];
  revokedAt?: Date | null;
  expiresAt?: Date | null;
  /** Requests in 60 seconds; more than a test makes by default. Null: the default. */
  rateLimit?: number | null;
  /** Of an account that has keys already; a new one by default. */
  accountId?: string;
  allowedCidrs?: readonly string[];
}

export interface GatewayHarness {
  readonly url: string;
  readonly databaseUrl: string;
  readonly service: RunningService;
  readonly pool: pg.Pool;
  /** Drops nothing: another gateway may run on it while this one does. */
  readonly sharedDatabase: TestDatabase;
  /** A key with every scope. */
  readonly key: string;
  /** What its server answers by itself, such as `GET /signin`, but for health. */
  readonly own: readonly string[];
  /** What was logged, parsed. */
  readonly log: Record<string, unknown>[];
  /** Stores a key, by default a good one with every scope. */
  storeKey(facts?: KeyFacts): Promise<{ key: string; id: string; accountId: string }>;
  /** Asks with the key that may everything, unless other headers are given. */
  call(path: string, sending?: Sending): Promise<Answer>;
  stop(): Promise<void>;
}

export interface GatewayHarnessOptions extends Partial<GatewayParts> {
  upstreams?: Partial<Record<ServiceName, string>>;
  database?: TestDatabase;
  /** A key that is stored already, for a gateway that starts while its database is away. */
  key?: string;
  /** More environment variables. */
  environment?: NodeJS.ProcessEnv;
}

/** Tests ask more than people do. */
const NO_LIMITS = {
  RATE_LIMIT_ADDRESS: '1000000/60',
  RATE_LIMIT_WRONG_CREDENTIALS: '1000000/60',
  RATE_LIMIT_AUTHORIZE: '1000000/60',
  IN_FLIGHT_PER_ACCOUNT: '10000',
};
/** Seals what tests seal. */
const TEST_SECRET_KEY = `test:${Buffer.alloc(32, 'test').toString('base64')}`;

/** One for all gateways of the tests: they are copies of one another. */
const SESSION_KEY = 'dGhlIGtleSBvZiBhbGwgdGVzdHMsIDMyIGJ5dGVzISE=';

const PATIENT = { headersMs: 10_000, requestMs: 30_000 };

/** The real gateway on a free port and a database of its own. */
export const startGateway = async (options: GatewayHarnessOptions = {}): Promise<GatewayHarness> => {
  const { upstreams = {}, routes = ROUTES, patience = PATIENT, people } = options;
  const database = options.database ?? (await testDatabase('gateway'));
  const config = loadConfig(settings, {
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testKafka().brokers.join(),
    IDENTITY_SECRETS: TEST_IDENTITY_SECRET,
    PUBLIC_URL: 'https://api.example.com',
    SESSION_KEYS: SESSION_KEY,
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_FORMAT: 'json',
    ...NO_LIMITS,
    OAUTH_SECRET_KEYS: TEST_SECRET_KEY,
    ...Object.fromEntries(Object.entries(upstreams).map(([name, urls]) => [`${name.toUpperCase()}_URLS`, urls])),
    ...options.environment,
  });
  await createTopics(
    testKafka().brokers,
    [TOPICS.auditEvents, deadLetterTopic(TOPICS.auditEvents, 'gateway')].map((topic) => ({ topic, partitions: 3 })),
  );
  const log: Record<string, unknown>[] = [];
  const logger = await createLogger({
    name: 'gateway',
    level: 'info',
    format: 'json',
    destination: recordedLog((line) => void log.push(JSON.parse(line) as Record<string, unknown>)),
  });
  const own: string[] = [];
  const gatewayOptions = gatewayService(config, { routes, patience, people, groupId: uniqueName('gateway') });
  const service = await startService({
    ...gatewayOptions,
    logger,
    configure: async (app) => {
      const server = app.getHttpAdapter().getInstance() as FastifyInstance;
      server.addHook('onRoute', ({ method, url }) => void own.push(...[method].flat().map((one) => `${one} ${url}`)));
      await gatewayOptions.configure?.(app);
    },
  });
  const pool = createPool(config.database.url, { applicationName: 'tests', max: 2 });
  pool.on('error', () => undefined);
  const storeKey = (facts?: KeyFacts) => insertKey(pool, facts);
  const key = options.key ?? (await storeKey()).key;
  return {
    url: service.url,
    databaseUrl: config.database.url,
    service,
    pool,
    sharedDatabase: { ...database, drop: () => Promise.resolve() },
    key,
    own,
    log,
    storeKey,
    call: (path, sending = {}) =>
      send(service.url, path, { ...sending, headers: { authorization: `Bearer ${key}`, ...sending.headers } }),
    stop: async () => {
      await service.stop();
      await pool.end();
      await database.drop();
    },
  };
};

const insertKey = async (
  pool: pg.Pool,
  { scopes = SCOPES, revokedAt = null, expiresAt = null, rateLimit = 1_000_000, ...facts }: KeyFacts = {},
): Promise<{ key: string; id: string; accountId: string }> => {
  const [key, id, accountId] = [makeApiKey(), newId('apiKey'), facts.accountId ?? newId('account')];
  noteSecrets(key, hashOfApiKey(key));
  await pool.query('INSERT INTO accounts (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    accountId,
    'Test account',
  ]);
  await pool.query(
    `INSERT INTO api_keys (id, account_id, name, hash, prefix, scopes, revoked_at, expires_at, rate_limit,
      rate_window_seconds, allowed_cidrs) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      accountId,
      'test',
      hashOfApiKey(key),
      shownPrefixOf(key),
      scopes,
      revokedAt,
      expiresAt,
      rateLimit,
      rateLimit === null ? null : 60,
      facts.allowedCidrs ?? [],
    ],
  );
  return { key, id, accountId };
};
