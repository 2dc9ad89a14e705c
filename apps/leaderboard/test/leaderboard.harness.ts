import { deadLetterTopic, TOPICS } from '@cds/contracts';
import { type LeaderboardEntryChangedV1, PUBLISHED_EVENTS } from '@cds/contracts/events';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import { createPool } from '@cds/postgres';
import { identityHeaders, TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import { loadConfig, startService } from '@cds/service-kit';
import { createTopics, eventually, type KafkaServer, startKafka, testDatabase } from '@cds/testing';
import type { EachMessagePayload } from 'kafkajs';
import type { BoardView } from '../src/boards/board-view.js';
import { type Config, settings } from '../src/config.js';
import type { EntryView } from '../src/entries/entry-list/entry-view.js';
import { leaderboardService } from '../src/service.js';

const ALL_TOPICS = [
  ...Object.values(TOPICS),
  ...[TOPICS.catchEvents, TOPICS.catchAnglers, TOPICS.speciesCatalog, TOPICS.webhookEvents, TOPICS.identityEvents].map(
    (topic) => deadLetterTopic(topic, 'leaderboard'),
  ),
];
const PARTITIONS = 3;

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Page<T> {
  data: T[];
  total: number;
  page: number;
  per_page: number;
  has_more: boolean;
  next_cursor: string | null;
}

/** The whole service, in one or more copies, on a database and a broker of its own. */
export const leaderboardHarness = async ({ copies = 1 } = {}) => {
  const [database, kafka] = await Promise.all([testDatabase('leaderboard'), startKafka()]);
  await createTopics(
    kafka.brokers,
    ALL_TOPICS.map((topic) => ({ topic, partitions: PARTITIONS })),
  );
  const config = configOf(database.url, kafka.brokers);
  const services = await Promise.all(Array.from({ length: copies }, () => startService(leaderboardService(config))));
  const publisher = new EventPublisher(
    createKafka({ brokers: kafka.brokers, clientId: 'tests', logger: silent }),
    silent,
  );
  const pool = createPool(database.url, { applicationName: 'tests' });
  const get = getFrom(services[0]?.url ?? '');

  const listeners: Listener[] = [];
  const hear = async (topic: string): Promise<readonly Listened[]> => {
    const listener = await listen(kafka, topic);
    listeners.push(listener);
    return listener.events;
  };

  return {
    pool,
    services,
    /** An answer as the gateway would get it. */
    get,
    publish: (topic: string, ...events: CloudEvent[]): Promise<void> => publisher.publish(topic, events),
    /** A message as another program might write it. */
    publishRaw: (
      topic: string,
      message: { key: string; value: string; headers: Record<string, string> },
    ): Promise<void> => publisher.send(topic, [message]),
    /** The id of a built-in board, once it is there. */
    boardOf: (speciesId: string | null): Promise<string> =>
      eventually(async () => {
        const { rows } = await pool.query<{ id: string }>(
          `SELECT id FROM boards JOIN board_rankings ON board_id = id
            WHERE species_id IS NOT DISTINCT FROM $1 AND metric = 'heaviest' AND period = 'all_time'`,
          [speciesId],
        );
        if (!rows[0]) throw new Error(`there is no board of ${speciesId} yet`);
        return rows[0].id;
      }),
    entries: async (boardId: string, query = ''): Promise<EntryView[]> =>
      (await get<Page<EntryView>>(`/v1/leaderboards/${boardId}/entries${query}`)).body.data,
    board: async (boardId: string): Promise<BoardView> => (await get<BoardView>(`/v1/leaderboards/${boardId}`)).body,
    /** All that is on leaderboard.events; the list grows. */
    published: () => hear(TOPICS.leaderboardEvents),
    /** All that is on leaderboard.boards; the list grows. */
    boardsTold: () => hear(TOPICS.leaderboardBoards),
    deadLetters: (topic: string = TOPICS.catchEvents) => hear(deadLetterTopic(topic, 'leaderboard')),
    close: async (): Promise<void> => {
      await Promise.all([...services, ...listeners].map((one) => one.stop()));
      await Promise.all([publisher.close(), pool.end()]);
      await Promise.all([kafka.stop(), database.drop()]);
    },
  };
};

export type LeaderboardHarness = Awaited<ReturnType<typeof leaderboardHarness>>;

const configOf = (url: string, brokers: readonly string[]): Config =>
  loadConfig(settings, {
    LOG_LEVEL: 'fatal',
    LOG_FORMAT: 'json',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: url,
    KAFKA_BROKERS: brokers.join(','),
    IDENTITY_SECRETS: TEST_IDENTITY_SECRET,
    // Two for an account, whatever the machine has.
    DATABASE_HEAVY_READS: '3',
  });

const getFrom =
  (url: string) =>
  async <T = unknown>(path: string, headers = identityHeaders('leaderboard')): Promise<Answer<T>> => {
    const answer = await fetch(url + path, { headers });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
  };

export interface Listened {
  key: string;
  type: string;
  headers: Record<string, string>;
  data: LeaderboardEntryChangedV1;
}

interface Listener {
  events: Listened[];
  stop(): Promise<void>;
}

const listen = async (kafka: KafkaServer, topic: string): Promise<Listener> => {
  const consumer = createKafka({ brokers: kafka.brokers, clientId: 'listener', logger: silent }).consumer({
    groupId: `listener-${topic}-${Date.now()}`,
    maxWaitTimeInMs: 50,
  });
  const events: Listened[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ eachMessage: (payload) => Promise.resolve(void events.push(listened(payload))) });
  return { events, stop: () => consumer.disconnect() };
};

const listened = ({ message }: EachMessagePayload): Listened => {
  const headers = Object.fromEntries(
    Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const type = headers['ce_type'] ?? '';
  const data: unknown = JSON.parse(message.value?.toString() ?? 'null');
  const parsed = type === 'LeaderboardEntryChangedV1' ? PUBLISHED_EVENTS[type].schema.parse(data) : data;
  return { key: message.key?.toString() ?? '', type, headers, data: parsed as LeaderboardEntryChangedV1 };
};
