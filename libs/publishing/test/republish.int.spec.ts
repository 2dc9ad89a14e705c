import { backfillTopic } from '@cds/contracts';
import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { EventStore, LOG_START, plainCodec } from '@cds/event-store';
import {
  testDatabase,
  type TestDatabase,
  testKafka,
  uniqueName,
  memoryLogger,
  newTopics,
  readTopic,
  fact,
} from '@cds/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import { EventMapper } from '../src/event-mapper.js';
import { republishLog } from '../src/republish/republish-log.js';
import { RepublishPace } from '../src/republish/republish-pace.js';
import { beginRun, positionBefore, type RepublishRun, unfinishedRun } from '../src/republish/republish-run.js';
import { waitingEvents } from '../src/republish/waiting-events.js';

interface Counted extends DomainEvent {
  type: 'Counted';
  data: { number: number };
}

class CountedMapper extends EventMapper<Counted> {
  constructor(readonly topic: string) {
    super();
  }

  publish(events: readonly RecordedEvent<Counted>[]): CloudEvent[] {
    return events.map(({ data, metadata }) => fact(data.number, { id: metadata.eventId, subject: metadata.streamId }));
  }
}

const { brokers } = testKafka();
const CONSUMER = 'ledger';

describe('republishing a log', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let publisher: EventPublisher;
  const kafka = createKafka({ brokers, clientId: 'republish-tests', logger: memoryLogger() });
  const store = new EventStore<Counted>({ newEventId: () => `evt_${randomUUID()}` });
  beforeAll(async () => {
    database = await testDatabase('species');
    pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    publisher = new EventPublisher(kafka, memoryLogger());
  });
  afterAll(async () => {
    await publisher.close();
    await pool.end();
    await database.drop();
  });
  beforeEach(() => pool.query('TRUNCATE events, relay_skipped, republish_runs'));

  const append = async (streams: number, versions: number, occurredAt = new Date()): Promise<void> => {
    const context = { occurredAt, actor: null, requestId: null, traceparent: null };
    const events = Array.from({ length: versions }, (_, number): Counted => ({ type: 'Counted', data: { number } }));
    for (let at = 0; at < streams; at += 1) await store.append(pool, `${randomUUID()}`, 0, events, context);
  };
  const newTopic = async (): Promise<string> => {
    const topic = uniqueName('counted');
    await newTopics(brokers, { [backfillTopic(topic, CONSUMER)]: 3 });
    return topic;
  };
  const unpaced = new RepublishPace({ perSecond: 1e9, maxWaiting: 1e9, waiting: () => Promise.resolve(0) });
  const republish = (
    topic: string,
    run: RepublishRun,
    onProgress: (run: RepublishRun) => void = () => undefined,
    signal = new AbortController().signal,
  ) =>
    republishLog(run, {
      pool,
      runs: pool,
      codec: plainCodec<Counted>(),
      mapper: new CountedMapper(topic),
      publisher,
      backfills: new Map([[topic, backfillTopic(topic, CONSUMER)]]),
      pace: unpaced,
      onProgress,
      signal,
    });
  const received = async (topic: string): Promise<{ id: string; subject: string; number: number }[]> =>
    (await readTopic(brokers, backfillTopic(topic, CONSUMER))).map(({ key, value, headers }) => ({
      id: String(headers?.['ce_id']),
      subject: String(key),
      number: (JSON.parse(String(value)) as { number: number }).number,
    }));

  it('sends every event once, those of a subject in order', async () => {
    await append(60, 20);
    const topic = await newTopic();
    const shown: number[] = [];
    const done = await republish(topic, await beginRun(pool, CONSUMER, LOG_START), ({ sent }) => void shown.push(sent));

    expect(done).toMatchObject({ sent: 1_200, total: 1_200 });
    expect(shown.slice(0, 2)).toEqual([500, 1_000]);
    expect(await unfinishedRun(pool, CONSUMER)).toBeUndefined();
    const events = await received(topic);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1_200);
    for (const subject of new Set(events.map((event) => event.subject)))
      expect(events.filter((event) => event.subject === subject).map(({ number }) => number)).toEqual(
        Array.from({ length: 20 }, (_, number) => number),
      );
  });

  it('continues where it was stopped', async () => {
    await append(60, 20);
    const topic = await newTopic();
    const stopping = new AbortController();
    await republish(topic, await beginRun(pool, CONSUMER, LOG_START), () => stopping.abort(), stopping.signal);
    const open = await unfinishedRun(pool, CONSUMER);
    expect(open).toMatchObject({ sent: 500, total: 1_200 });

    if (open === undefined) throw new Error('The run is gone');
    await republish(topic, open);
    expect(await received(topic)).toHaveLength(1_200);
    expect(await unfinishedRun(pool, CONSUMER)).toBeUndefined();
  });

  it('leaves out events that an operator decided not to publish', async () => {
    await append(1, 3);
    const skipped = `SELECT event_id FROM events ORDER BY position OFFSET 1 LIMIT 1`;
    await pool.query(
      `INSERT INTO relay_skipped (event_id, reason) (SELECT event_id, 'a test' FROM (${skipped}) AS one)`,
    );
    const topic = await newTopic();

    expect(await republish(topic, await beginRun(pool, CONSUMER, LOG_START))).toMatchObject({ sent: 3, total: 3 });
    expect((await received(topic)).map(({ number }) => number)).toEqual([0, 2]);
    expect(await unfinishedRun(pool, CONSUMER)).toBeUndefined();
  });

  it('ends with the last event that the log had as it began', async () => {
    await append(2, 10);
    const topic = await newTopic();
    const run = await beginRun(pool, CONSUMER, LOG_START);
    await append(1, 10);

    expect(await republish(topic, run)).toMatchObject({ sent: 20 });
    expect(await received(topic)).toHaveLength(20);
  });

  it('begins with the first event at or since a time', async () => {
    await append(1, 3, new Date('2026-11-01T00:00:00.000Z'));
    await append(1, 5, new Date('2026-11-02T00:00:00.000Z'));
    const topic = await newTopic();
    const from = await positionBefore(pool, new Date('2026-11-02T00:00:00.000Z'));
    const run = await beginRun(pool, CONSUMER, from);
    expect(run.total).toBe(5);

    await republish(topic, run);
    expect(await received(topic)).toHaveLength(5);
    expect((await beginRun(pool, CONSUMER, await positionBefore(pool, new Date('2027-01-01')))).total).toBe(0);
  });

  it('of an empty log ends at once', async () => {
    const topic = await newTopic();
    expect(await republish(topic, await beginRun(pool, CONSUMER, LOG_START))).toMatchObject({ sent: 0, total: 0 });
    expect(await unfinishedRun(pool, CONSUMER)).toBeUndefined();
  });

  it('knows how many events wait for a consumer that never read', async () => {
    await append(1, 7);
    const topic = await newTopic();
    await republish(topic, await beginRun(pool, CONSUMER, LOG_START));
    expect(await waitingEvents(kafka, uniqueName('group'), [backfillTopic(topic, CONSUMER)])).toBe(7);
  });
});

describe('the pace of republishing', () => {
  it('waits while too many events wait for the consumer', async () => {
    const waiting = [1_001, 1_001, 400];
    let looks = 0;
    const pace = new RepublishPace({
      perSecond: 1e9,
      maxWaiting: 1_000,
      waiting: () => Promise.resolve(waiting[looks++] ?? 0),
    });
    const reasons: string[] = [];
    await pace.rest(500, new AbortController().signal, (reason) => void reasons.push(reason));
    expect(looks).toBe(3);
    expect(reasons).toEqual(Array(2).fill('1001 events wait for the consumer group, which --group names'));
  });

  it('waits while nobody knows how many events wait', async () => {
    let looks = 0;
    const pace = new RepublishPace({
      perSecond: 1e9,
      maxWaiting: 1_000,
      waiting: () => (looks++ === 0 ? Promise.reject(new Error('Kafka is away')) : Promise.resolve(0)),
    });
    const reasons: string[] = [];
    await pace.rest(500, new AbortController().signal, (reason) => void reasons.push(reason));
    expect(looks).toBe(2);
    expect(reasons).toEqual(['how many events wait for the consumer is unknown: Kafka is away']);
  });
});
