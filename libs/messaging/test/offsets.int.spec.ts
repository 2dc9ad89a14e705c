import { eventually } from '@cds/testing';
import { createKafka } from '../src/index.js';
import { withAdmin } from '../src/with-admin.js';
import { groupOf, type Ledger, memoryLogger, openLedger } from './consumer.harness.js';
import { fact, facts, recordedNumbers } from './facts.js';

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
    const [offsets] = await withAdmin(kafka(), (admin) =>
      admin.fetchOffsets({ groupId: groupOf(topic), topics: [topic] }),
    );
    expect(offsets?.partitions[0]?.offset).toBe('10');
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

  it('beyond the end of a topic that was made anew leads to its beginning, with a warning', async () => {
    const topic = await ledger.topic();
    await ledger.publisher.publish(topic, facts(3));
    const clusterId = await withAdmin(kafka(), async (admin) => (await admin.describeCluster()).clusterId);
    await ledger.pool.query('INSERT INTO consumer_offsets VALUES ($1, $2, 0, 1000)', [clusterId, topic]);

    const { logger } = await ledger.consume(topic);
    await recorded(upTo(3));
    expect(logger.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'consumer.partition_placed', reason: 'topic-recreated' }),
    );
  });

  it('before the first message that is left leads there, with a warning', async () => {
    const topic = await ledger.topic();
    await consumeFirst(topic, 4);
    await ledger.publisher.publish(topic, facts(4, 4));
    await withAdmin(kafka(), async (admin) => {
      // kafkajs deletes only from topics that it has heard of.
      await admin.fetchTopicOffsets(topic);
      await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '6' }] });
    });

    const { logger } = await ledger.consume(topic);
    await recorded([0, 1, 2, 3, 6, 7]);
    expect(logger.lines).toContainEqual(expect.objectContaining({ level: 'warn', reason: 'messages-expired', topic }));
  });

  it('follows a topic that is deleted and made anew under a running consumer', async () => {
    const topic = await ledger.topic();
    await ledger.consume(topic);
    await ledger.publisher.publish(topic, facts(5));
    await recorded(upTo(5));
    await withAdmin(kafka(), async (admin) => {
      await admin.deleteTopics({ topics: [topic] });
      await eventually(async () => expect(await admin.listTopics()).not.toContain(topic));
      await admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1 }], waitForLeaders: true });
    });

    await eventually(() => ledger.publisher.publish(topic, [fact(100)]), { timeoutMs: 10_000 });
    await eventually(async () => expect(await numbers()).toContain(100), { timeoutMs: 25_000 });
  });
});
