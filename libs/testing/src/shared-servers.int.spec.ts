import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { createTopics, testDatabase, testKafka, uniqueName } from './index.js';

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('the servers of a test run', () => {
  it('give each test a database of its own, whose text sorts by bytes', async () => {
    const one = await testDatabase('empty');
    const other = await testDatabase('empty');
    await query(one.url, 'CREATE TABLE only_here (id int)');
    expect(await query(other.url, "SELECT to_regclass('only_here') AS found")).toEqual([{ found: null }]);
    expect(await query(one.url, "SELECT * FROM (VALUES ('b'), ('B'), ('a')) AS t (x) ORDER BY x")).toEqual([
      { x: 'B' },
      { x: 'a' },
      { x: 'b' },
    ]);
    await one.drop();
    await other.drop();
    await expect(query(one.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });

  it('take a message on a new topic and give it back', async () => {
    const { brokers } = testKafka();
    const topic = uniqueName('echo');
    await createTopics(brokers, [{ topic, partitions: 2 }]);
    const kafka = new Kafka({ brokers, clientId: 'echo', logLevel: logLevel.NOTHING });
    const [producer, consumer] = [kafka.producer(), kafka.consumer({ groupId: uniqueName('echo') })];
    const value = randomUUID();
    await producer.connect();
    await producer.send({ topic, messages: [{ value }] });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const received = new Promise((resolve) => {
      void consumer.run({ eachMessage: ({ message }) => Promise.resolve(resolve(message.value?.toString())) });
    });
    expect(await received).toBe(value);
    await Promise.all([producer.disconnect(), consumer.disconnect()]);
  });
});
