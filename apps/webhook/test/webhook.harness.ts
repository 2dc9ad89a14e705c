import { randomBytes } from 'node:crypto';
import { deadLetterTopic, TOPICS } from '@cds/contracts';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { identityHeaders, TEST_IDENTITY_SECRET, testCaller } from '@cds/testing/identity';
import { createLogger, loadConfig, newId, type RunningService, startService } from '@cds/service-kit';
import {
  beginAtTheEnd,
  createTopics,
  eventually,
  noteSecretsOf,
  recordedLog,
  testDatabase,
  type TestDatabase,
  testKafka,
  uniqueName,
} from '@cds/testing';
import type pg from 'pg';
import { settings } from '../src/config.js';
import type { AttemptView, DeliveryView } from '../src/deliveries/delivery-view.js';
import { noteKnownIds } from '../src/endpoints/known-ids/known-ids.js';
import type { EndpointView } from '../src/endpoints/endpoint-view.js';
import { webhookService } from '../src/service.js';
import type { Overrides } from '../src/settings.module.js';
import { catchLogged } from './webhook.builders.js';

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export type Created = EndpointView & { secret: string };
export type Delivery = DeliveryView & { attempts: AttemptView[] };

export interface HarnessOptions extends Overrides {
  readonly env?: Record<string, string>;
  /** Topics that the previous release has read. */
  readonly formerly?: readonly string[];
}

/** A caller of an account of its own. */
export const someAccount = (): Caller => testCaller({ accountId: newId('account') });

/**
 * The real service, in one or several copies, on a database and a consumer group of its own, called as the gateway
 * would.
 */
export class WebhookHarness {
  readonly copies: RunningService[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly pool: pg.Pool,
    private readonly publisher: EventPublisher,
    private readonly env: Record<string, string>,
    private readonly groupId: string,
  ) {}

  static async start({ env, formerly = [], ...overrides }: HarnessOptions = {}): Promise<WebhookHarness> {
    const { brokers } = testKafka();
    const topics = [
      TOPICS.auditEvents,
      ...[...READ, ...formerly].flatMap((topic) => [topic, deadLetterTopic(topic, 'webhook')]),
    ];
    await createTopics(
      brokers,
      topics.map((topic) => ({ topic, partitions: 3 })),
    );
    const database = await testDatabase('webhook');
    const pool = createPool(database.url, { applicationName: 'tests', max: 2 });
    await beginAtTheEnd(pool, brokers, topics);
    const publisher = new EventPublisher(createKafka({ brokers, clientId: 'webhook-tests', logger: SILENT }), SILENT);
    await publisher.connect();
    const harness = new WebhookHarness(database, pool, publisher, { ...ENV, ...env }, uniqueName('webhook'));
    await harness.addCopy(overrides);
    return harness;
  }

  async addCopy(overrides: Overrides = {}): Promise<RunningService> {
    const { brokers } = testKafka();
    const config = loadConfig(settings, {
      ...this.env,
      DATABASE_URL: this.database.url,
      KAFKA_BROKERS: brokers.join(),
    });
    const logger = await createLogger({ name: 'webhook', level: 'info', format: 'json', destination: recordedLog() });
    const copy = await startService({ ...webhookService(config, { groupId: this.groupId, ...overrides }), logger });
    this.copies.push(copy);
    return copy;
  }

  get service(): RunningService {
    const [first] = this.copies;
    if (!first) throw new Error('no copy runs');
    return first;
  }

  async stop(): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.stop()));
    await this.publisher.close();
    await this.pool.end();
    await this.database.drop();
  }

  async call<T>(
    caller: Caller,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.service.url}${path}`, {
      method,
      headers: {
        ...identityHeaders('webhook', caller),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    noteSecretsOf({ headers: {}, body: text });
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : {}) as T };
  }

  async endpoint(caller: Caller, url: string, order: object = {}): Promise<Created> {
    const { status, body } = await this.call<Created>(caller, 'POST', '/v1/webhooks', {
      url,
      event_types: ['catch.*', 'verification.*'],
      ...order,
    });
    if (status !== 201) throw new Error(`expected an endpoint, got ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Publishes events of one topic in one request, so that a consumer gets them in one batch. */
  async publishTogether(first: CloudEvent, ...others: CloudEvent[]): Promise<void> {
    await this.publisher.publish(topicOf(first), [first, ...others]);
  }

  async publish(...events: CloudEvent[]): Promise<void> {
    for (const event of events) {
      await this.publisher.publish(topicOf(event), [event]);
    }
  }

  async publishOn(topic: string, ...events: CloudEvent[]): Promise<void> {
    await this.publisher.publish(topic, events);
  }

  /** Lets the service know ids, so that filters may name them. */
  async know(...ids: string[]): Promise<void> {
    await noteKnownIds(this.pool, { there: ids.map((id) => ({ id, at: new Date() })), gone: [] });
  }

  async statusesOf(endpointId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ status: string }>(
      'SELECT status FROM webhook_messages WHERE endpoint_id = $1',
      [endpointId],
    );
    return rows.map(({ status }) => status);
  }

  /**
   * Sends one event to a new endpoint, which tries once by default, and answers its delivery after
   * `attempts` attempts.
   */
  async delivered(
    caller: Caller,
    { url, ...order }: { url: string; retry_schedule?: number[] },
    attempts = 1,
  ): Promise<{ delivery: Delivery; endpoint: Created; eventId: string }> {
    const endpoint = await this.endpoint(caller, url, { retry_schedule: [], ...order });
    const event = catchLogged(caller.accountId);
    await this.publish(event);
    const delivery = await this.delivery(
      caller,
      endpoint.id,
      event.id,
      ({ attempt_count }) => attempt_count >= attempts,
    );
    return { delivery, endpoint, eventId: event.id };
  }

  /** The one delivery of an event to an endpoint, with its attempts, once it is as `fits` says. */
  async delivery(
    caller: Caller,
    endpointId: string,
    eventId: string,
    fits: (delivery: Delivery) => boolean = () => true,
  ): Promise<Delivery> {
    return eventually(
      async () => {
        const { rows } = await this.pool.query<{ id: string }>(
          'SELECT id FROM webhook_messages WHERE endpoint_id = $1 AND event_id = $2',
          [endpointId, eventId],
        );
        const { body } = await this.call<Delivery>(caller, 'GET', `/v1/webhook-deliveries/${rows[0]?.id ?? 'none'}`);
        if (rows.length !== 1 || !fits(body)) throw new Error(`not yet: ${rows.length} ${JSON.stringify(body)}`);
        return body;
      },
      { timeoutMs: 10_000 },
    );
  }
}

/** The topics that the service reads. */
const READ = [
  TOPICS.catchOwnerEvents,
  TOPICS.leaderboardEvents,
  TOPICS.speciesEvents,
  TOPICS.identityEvents,
  TOPICS.webhookEvents,
  TOPICS.speciesCatalog,
  TOPICS.leaderboardBoards,
  TOPICS.catchAnglers,
];

const topicOf = ({ type }: CloudEvent): string => {
  if (type.startsWith('Account')) return TOPICS.identityEvents;
  if (type.startsWith('SpeciesChanged')) return TOPICS.speciesCatalog;
  if (type.startsWith('LeaderboardChanged')) return TOPICS.leaderboardBoards;
  if (type.startsWith('AnglerAdded')) return TOPICS.catchAnglers;
  if (type.startsWith('Species')) return TOPICS.speciesEvents;
  return type.startsWith('Leaderboard') ? TOPICS.leaderboardEvents : TOPICS.catchOwnerEvents;
};

export const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const ENV = {
  IDENTITY_SECRETS: TEST_IDENTITY_SECRET,
  PORT: '0',
  INTERNAL_PORT: '0',
  LOG_FORMAT: 'json',
  WEBHOOK_SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
  WEBHOOK_ALLOW_LOOPBACK: 'true',
};
