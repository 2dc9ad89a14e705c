import { inTransaction } from '@cds/postgres';
import { eventually, memoryLogger, newTopics, fact, facts } from '@cds/testing';
import { readOffset, storeOffsets, storeStartingOffset } from '@cds/consumer-offsets';
import { createKafka, toKafkaMessage, withAdmin } from '@cds/kafka';
import { groupOf, type Ledger, openLedger } from './consumer.harness.js';
import { recordedNumbers, recordFacts } from './facts.js';

const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

describe('the offset in the database', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger.close());
  afterEach(() => ledger.reset());

  const kafka = () => createKafka({ brokers: ledger.brokers, clientId: 'tests', logger: memoryLogger() });
  const numbers = () => recordedNumbers(ledger.pool);
  const recorded = (expected: number[]) =>
    eventually(async () => expect(await numbers()).toEqual(expected), { timeoutMs: 10_000 });
  const consumeFirst = async (topic: string, count: number): Promise<void> => {
    const consumer = await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(count));
    await recorded(upTo(count));
    await consumer.close();
  };
  const committed = async (topic: string): Promise<string | undefined> => {
    const [offsets] = await withAdmin(kafka(), (admin) =>
      admin.fetchOffsets({ groupId: groupOf(topic), topics: [topic] }),
    );
    return offsets?.partitions[0]?.offset;
  };

  it('is where a consumer goes on that died between the database’s commit and Kafka’s', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 4);
    await ledger.publisher.publish(topic, facts(6, 4));
    await ledger.pool.query(
      `INSERT INTO facts (event_id, subject, number, partition, "offset") SELECT '', '', n, 0, n
        FROM generate_series(4, 9) n`,
    );
    await ledger.pool.query('UPDATE consumer_offsets SET next_offset = 10 WHERE topic = $1', [topic]);

    await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(2, 10));
    await recorded(upTo(12));
  });

  it('is committed to Kafka too, for the tools that watch lag', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 10);
    expect(await committed(topic)).toBe('10');
  });

  it('is committed to Kafka when a consumer starts, as the one before may have died before it did so', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 4);
    await ledger.publisher.publish(topic, facts(6, 4));
    await ledger.pool.query('UPDATE consumer_offsets SET next_offset = 10, last_offset = NULL WHERE topic = $1', [
      topic,
    ]);

    await ledger.consume(topic);
    await eventually(async () => expect(await committed(topic)).toBe('10'), { timeoutMs: 10_000 });
  });

  it('is stored with a commit that waits for the disk, unless the handler allows another one', async () => {
    const settings: string[] = [];
    const at = { clusterId: 'test', topic: 'commits' };
    const reached = new Map([
      [0, { nextOffset: 8n, lastRecord: { offset: 7n, eventId: null, timestamp: new Date() } }],
    ]);
    await storeStartingOffset(ledger.pool, { ...at, partition: 0 }, 7n, undefined);
    for (const options of [{}, { asynchronousCommit: true }, {}]) {
      await inTransaction(ledger.pool, async (tx) => {
        await tx.query('SET LOCAL synchronous_commit = on');
        await storeOffsets(tx, at, reached, options);
        const { rows } = await tx.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
        settings.push(rows[0]?.synchronous_commit ?? '');
      });
    }
    expect(settings).toEqual(['on', 'off', 'on']);
    const { stored } = await readOffset(ledger.pool, { ...at, partition: 0 });
    expect(stored?.nextOffset).toBe(8n);
  });

  it('leads back to what a restored database has not seen, without waiting for a new message', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 10);
    await ledger.pool.query('UPDATE consumer_offsets SET next_offset = 6 WHERE topic = $1', [topic]);
    await ledger.pool.query('DELETE FROM facts WHERE number >= 6');

    await ledger.consume(topic);
    await recorded(upTo(10));
  });

  it('leads back to the beginning when a rebuild has removed it', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 10);
    await ledger.pool.query('DELETE FROM consumer_offsets WHERE topic = $1', [topic]);
    await ledger.pool.query('TRUNCATE facts');

    await ledger.consume(topic);
    await recorded(upTo(10));
  });

  it.each([
    ['put back', 'UPDATE consumer_offsets SET next_offset = 0 WHERE topic = $1'],
    ['removed', 'DELETE FROM consumer_offsets WHERE topic = $1'],
  ])('is obeyed when it is %s under a running consumer', async (_, sql) => {
    const topic = await ledger.topic();
    await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(5));
    await recorded(upTo(5));
    await ledger.pool.query('TRUNCATE facts');
    await ledger.pool.query(sql, [topic]);

    await ledger.publisher.publish(topic, facts(1, 5));
    await recorded(upTo(6));
  });

  it('of another cluster does not count; Kafka’s own offset does there', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 7);
    await ledger.pool.query(
      "UPDATE consumer_offsets SET cluster_id = 'another-cluster', next_offset = 3 WHERE topic = $1",
      [topic],
    );
    await ledger.publisher.publish(topic, facts(3, 7));

    await ledger.consume(topic);
    await recorded(upTo(10));
  });

  const gaps = async () =>
    (await ledger.pool.query('SELECT topic, partition, from_offset, to_offset, reason FROM consumer_gaps'))
      .rows as unknown[];
  const clusterIdOf = () => withAdmin(kafka(), async (admin) => (await admin.describeCluster()).clusterId);

  it('is stored with the last record that was handled', async () => {
    const topic = await ledger.topic();
    const events = facts(4);
    const consumer = await ledger.consume(topic);
    await ledger.publisher.publish(topic, events);
    await recorded(upTo(4));
    await consumer.close();

    const { rows } = await ledger.pool.query<{ last_timestamp: Date }>(
      'SELECT last_offset, last_event_id, last_timestamp FROM consumer_offsets WHERE topic = $1',
      [topic],
    );
    expect(rows).toEqual([{ last_offset: '3', last_event_id: events[3]?.id, last_timestamp: expect.any(Date) }]);
    expect(Date.now() - (rows[0]?.last_timestamp.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it('beyond the end leads to a minute before the last record, with a warning and a recorded gap', async () => {
    const topic = await ledger.topic();
    const hourAgo = String(Date.now() - 3_600_000);
    await ledger.publisher.send(
      topic,
      facts(10).map((event) => ({ ...toKafkaMessage(event), timestamp: hourAgo })),
    );
    await ledger.publisher.publish(topic, facts(3, 10));
    const consumer = await ledger.consume(topic);
    await recorded(upTo(13));
    await consumer.close();
    await ledger.pool.query('UPDATE consumer_offsets SET next_offset = 14 WHERE topic = $1', [topic]);

    const { logger } = await ledger.consume(topic);
    await recorded([...upTo(13), 10, 11, 12]);
    expect(logger.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: 'consumer.offset_resolved',
        reason: 'offset-beyond-end',
        offset: '10',
      }),
    );
    expect(await gaps()).toEqual([
      { topic, partition: 0, from_offset: '10', to_offset: '14', reason: 'offset-beyond-end' },
    ]);
  });

  it('beyond the end leads to the beginning where the operator accepts that', async () => {
    const topic = await ledger.topic();
    const hourAgo = String(Date.now() - 3_600_000);
    await ledger.publisher.send(
      topic,
      facts(3).map((event) => ({ ...toKafkaMessage(event), timestamp: hourAgo })),
    );
    const consumer = await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(1, 3));
    await recorded(upTo(4));
    await consumer.close();
    await ledger.pool.query('UPDATE consumer_offsets SET next_offset = 9 WHERE topic = $1', [topic]);

    await ledger.consume(topic, recordFacts, { lostOffsets: 'beginning' });
    await recorded([...upTo(4), ...upTo(4)]);
  });

  it('beyond the end, without a last record, leads to a day ago', async () => {
    const topic = await ledger.topic();
    const weekAgo = String(Date.now() - 7 * 86_400_000);
    await ledger.publisher.send(
      topic,
      facts(2).map((event) => ({ ...toKafkaMessage(event), timestamp: weekAgo })),
    );
    await ledger.publisher.publish(topic, facts(3, 2));
    await ledger.pool.query(
      'INSERT INTO consumer_offsets (cluster_id, topic, partition, next_offset) VALUES ($1, $2, 0, 1000)',
      [await clusterIdOf(), topic],
    );

    await ledger.consume(topic);
    await recorded([2, 3, 4]);
  });

  it('whose record is another one now leads to a minute before the last record', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, facts(6));
    await ledger.pool.query(
      `INSERT INTO consumer_offsets (cluster_id, topic, partition, next_offset, last_offset, last_event_id,
        last_timestamp) VALUES ($1, $2, 0, 4, 3, 'evt_of_the_former_topic', now())`,
      [await clusterIdOf(), topic],
    );

    const { logger } = await ledger.consume(topic);
    await recorded(upTo(6));
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'consumer.offset_resolved', reason: 'record-replaced' }),
    );
    expect(await gaps()).toContainEqual(expect.objectContaining({ topic, reason: 'record-replaced' }));
    const { rows } = await ledger.pool.query('SELECT next_offset, last_offset FROM consumer_offsets WHERE topic = $1', [
      topic,
    ]);
    expect(rows).toEqual([{ next_offset: '6', last_offset: '5' }]);
  });

  it('whose record is the one that was handled is resumed from', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 4);
    await ledger.publisher.publish(topic, facts(2, 4));
    const { logger } = await ledger.consume(topic);
    await recorded(upTo(6));
    expect(logger.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  const expire = (topic: string, before: number) =>
    withAdmin(kafka(), async (admin) => {
      // kafkajs deletes only from topics that it has heard of.
      await admin.fetchTopicOffsets(topic);
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(before) }] });
    });

  it('before the first message that is left leads there, with a warning', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 4);
    await ledger.publisher.publish(topic, facts(4, 4));
    await expire(topic, 6);

    const { logger } = await ledger.consume(topic);
    await recorded([0, 1, 2, 3, 6, 7]);
    expect(logger.lines).toContainEqual(expect.objectContaining({ level: 'warn', reason: 'messages-expired', topic }));
    expect(await gaps()).toEqual([
      { topic, partition: 0, from_offset: '4', to_offset: '6', reason: 'messages-expired' },
    ]);
  });

  it('whose message expires under a running consumer leads to the first that is left, with a warning', async () => {
    const topic = await ledger.topic();
    const consumed = new Promise<void>((resolve) => {
      const handle: typeof recordFacts = async (events, context) => {
        // As a consumer that is slow: what comes next expires before it is fetched.
        if (events.some(({ offset }) => offset === '0')) {
          await ledger.publisher.publish(topic, facts(6, 1));
          await expire(topic, 4);
        }
        await recordFacts(events, context);
        resolve();
      };
      void ledger.consume(topic, handle).then(() => ledger.publisher.publish(topic, facts(1)));
    });
    await consumed;
    await recorded([0, 4, 5, 6]);
    expect(await gaps()).toEqual([
      { topic, partition: 0, from_offset: '1', to_offset: '4', reason: 'messages-expired' },
    ]);
  });

  it('goes past the markers of transactions, which are no gap', async () => {
    const topic = await ledger.topic();
    await ledger.consume(topic);
    const producer = kafka().producer({ transactionalId: topic, idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    for (const [number, event] of facts(4).entries()) {
      const transaction = await producer.transaction();
      await transaction.send({ topic, messages: [toKafkaMessage(event)] });
      await (number === 1 ? transaction.abort() : transaction.commit());
    }
    await producer.disconnect();
    await recorded([0, 2, 3]);
    expect(await gaps()).toEqual([]);
  });

  it('follows a topic that is deleted and made anew under a running consumer', async () => {
    const topic = await ledger.topic();
    await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(5));
    await recorded(upTo(5));
    await withAdmin(kafka(), async (admin) => {
      await admin.deleteTopics({ topics: [topic] });
      await eventually(async () => expect(await admin.listTopics()).not.toContain(topic));
    });
    await newTopics(ledger.brokers, { [topic]: 1 });

    await eventually(() => ledger.publisher.publish(topic, [fact(100)]), { timeoutMs: 10_000 });
    await eventually(async () => expect(await numbers()).toContain(100), { timeoutMs: 25_000 });
  });
});
