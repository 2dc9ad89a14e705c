import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { removeScratchFolders, scratchFolder } from '../test/scratch-folder.js';
import { startKafka } from './kafka.js';
import { startPostgres } from './postgres.js';
import { applyTopics } from './topics.js';

afterAll(removeScratchFolders);

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('PostgreSQL with a data folder', () => {
  it('has its rows, its port and its password again after kill -9', async () => {
    const dataDir = join(scratchFolder(), 'postgres');
    const first = await startPostgres({ dataDir, password: 'p w/?' });
    await query(first.url(), 'CREATE TABLE facts AS SELECT 42 AS answer');
    first.process.child.kill('SIGKILL');
    await first.process.exited;
    const second = await startPostgres({ dataDir, port: first.port, password: 'p w/?' });
    expect(await query(second.url(), 'SELECT answer FROM facts')).toEqual([{ answer: 42 }]);
    await expect(query(second.url().replace(/:[^:@]*@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      'password authentication failed',
    );
    await second.stop();
  });

  it('starts although the number in its lock belongs to another process by now', async () => {
    const dataDir = join(scratchFolder(), 'postgres');
    await (await startPostgres({ dataDir })).stop();
    const lock = join(
      existsSync(join(dataDir, 'kept-in')) ? readFileSync(join(dataDir, 'kept-in'), 'utf8').trim() : dataDir,
      'cluster',
      'postmaster.pid',
    );
    writeFileSync(lock, `${process.pid}\n${dataDir}\n`);
    const server = await startPostgres({ dataDir });
    expect(await query(server.url(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });
});

describe('Kafka with a data folder', () => {
  it('has its messages and its port again after kill -9', async () => {
    const dataDir = join(scratchFolder(), 'kafka');
    const first = await startKafka({ dataDir });
    await applyTopics(first, { replicationFactor: 1, specs: [{ name: 'facts', partitions: 1, config: {} }] });
    const producer = new Kafka({ brokers: first.brokers, clientId: 'test', logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    await producer.send({ topic: 'facts', messages: [{ value: 'one' }], acks: -1 });
    await producer.disconnect();
    first.process.child.kill('SIGKILL');
    await first.process.exited;
    const second = await startKafka({ dataDir, port: first.port });
    const admin = new Kafka({ brokers: second.brokers, clientId: 'test', logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    expect(await admin.fetchTopicOffsets('facts')).toMatchObject([{ partition: 0, high: '1' }]);
    await admin.disconnect();
    await second.stop();
  });
});
