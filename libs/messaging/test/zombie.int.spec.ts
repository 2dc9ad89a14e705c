import { testDatabase, type TestDatabase, memoryLogger, facts } from '@cds/testing';
import type { KafkaMessage } from 'kafkajs';
import pg from 'pg';
import { ConsumerMetrics } from '../src/consumer-metrics.js';
import type { FetchedBatch } from '../src/fetched-batch.js';
import { toKafkaMessage } from '@cds/kafka';
import { type EventsHandler, SliceTransaction } from '../src/slice-transaction.js';
import type { Slice } from '../src/slice.js';
import { parseFacts, recordedNumbers, recordFacts, TABLES } from './facts.js';

const messages: KafkaMessage[] = facts(6).map((event, index) => {
  const { key, value, headers } = toKafkaMessage(event);
  return {
    key: Buffer.from(String(key)),
    value: Buffer.from(String(value)),
    headers: headers ?? {},
    offset: String(index),
    timestamp: '0',
    attributes: 0,
  };
});

/** What one of two consumers has in hand; each knows only how far it got itself. */
const inHand = (partition = 0): FetchedBatch => {
  let position = 0n;
  return {
    topicPartition: { clusterId: 'cluster', topic: 'facts', partition },
    messages,
    fetchedFrom: 0n,
    highWatermark: 6n,
    position: () => position,
    limit: () => Infinity,
    advance: (next) => void (position = next),
    heartbeat: () => Promise.resolve(),
    lost: () => undefined,
    goesOn: () => true,
  };
};

describe('two consumers that both believe a partition is theirs', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await testDatabase('empty');
    pool = new pg.Pool({ connectionString: database.url });
    // The database is dropped before the server has seen the connections close.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    await pool.query(TABLES);
  });
  beforeEach(() =>
    pool.query(
      "TRUNCATE facts; TRUNCATE consumer_offsets; INSERT INTO consumer_offsets VALUES ('cluster', 'facts', 0, 0)",
    ),
  );
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const consumer = (handle: EventsHandler): SliceTransaction =>
    new SliceTransaction({
      pool,
      handle,
      parse: parseFacts,
      sources: new Map(),
      metrics: new ConsumerMetrics(undefined),
      logger: memoryLogger(),
    });
  const record: EventsHandler = (_, events, context) => recordFacts(events, context);

  /** A consumer that stands still in its handler until it is let go. */
  const slowConsumer = (outcome: () => Promise<void>) => {
    let letGo = (): void => undefined;
    let arrived = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const inHandler = new Promise<void>((resolve) => (arrived = resolve));
    const slices = consumer(async (topic, events, context) => {
      await record(topic, events, context);
      arrived();
      await held;
      await outcome();
    });
    return { slices, inHandler, letGo: () => letGo() };
  };

  it('take turns, and the second skips what the first did', async () => {
    const old = slowConsumer(() => Promise.resolve());
    const oldDone = old.slices.apply([{ batch: inHand(), messages }]);
    await old.inHandler;
    const newBatch = inHand();
    const newDone = consumer(record).apply([{ batch: newBatch, messages }]);
    old.letGo();

    expect(await Promise.all([oldDone, newDone])).toEqual(['applied', 'applied']);
    expect(await recordedNumbers(pool)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(newBatch.position()).toBe(6n);
  });

  it('take turns, and the second does what the first gave up', async () => {
    const old = slowConsumer(() => Promise.reject(new Error('broken')));
    const oldDone = old.slices.apply([{ batch: inHand(), messages }]);
    await old.inHandler;
    const newDone = consumer(record).apply([{ batch: inHand(), messages }]);
    old.letGo();

    await expect(oldDone).rejects.toThrow('broken');
    await newDone;
    expect(await recordedNumbers(pool)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('count an event once when the old one comes late with a part of it', async () => {
    const owner = inHand();
    await consumer(record).apply([{ batch: owner, messages: messages.slice(0, 4) }]);
    await consumer(record).apply([{ batch: inHand(), messages: messages.slice(2, 6) }]);
    await consumer(record).apply([{ batch: owner, messages: messages.slice(4) }]);

    expect(await recordedNumbers(pool)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('take turns over several partitions at once', async () => {
    await pool.query("INSERT INTO consumer_offsets VALUES ('cluster', 'facts', 1, 0)");
    const both = (): [Slice, Slice] => [
      { batch: inHand(1), messages },
      { batch: inHand(0), messages },
    ];
    const old = slowConsumer(() => Promise.resolve());
    const oldDone = old.slices.apply(both());
    await old.inHandler;
    const again = both();
    const newDone = consumer(record).apply(again);
    old.letGo();

    expect(await Promise.all([oldDone, newDone])).toEqual(['applied', 'applied']);
    expect(await recordedNumbers(pool)).toHaveLength(12);
    expect(again.map(({ batch }) => batch.position())).toEqual([6n, 6n]);
  });

  it('do nothing at all when one of several partitions was put back', async () => {
    await pool.query("INSERT INTO consumer_offsets VALUES ('cluster', 'facts', 1, 0)");
    const ahead = inHand(1);
    ahead.advance(3n);
    const slices: [Slice, Slice] = [
      { batch: inHand(), messages },
      { batch: ahead, messages: messages.slice(3) },
    ];

    expect(await consumer(record).apply(slices)).toBe('offset_mismatch');
    expect(await recordedNumbers(pool)).toEqual([]);
  });
});
