import { TOPICS } from '@cds/contracts';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { createPool } from '@cds/postgres';
import { createTopics, eventually, type TestDatabase, testDatabase, testKafka, uniqueName } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Consumer, Kafka, logLevel } from 'kafkajs';
import type pg from 'pg';
import { speciesFacts } from './species.builders.js';
import { catalogue, type SpeciesHarness, startSpecies } from './species.harness.js';
import { seedCatalogue } from '../src/catalogue/seed-catalogue/seed-catalogue.handler.js';

const PATIENCE = { timeoutMs: 20_000 };

interface Received {
  key: string;
  headers: Record<string, string>;
  data: { id: string; common_name: string; version: number };
}

let database: TestDatabase;
let pool: pg.Pool;
let species: SpeciesHarness;
let consumer: Consumer;
const received: Received[] = [];

/** The topic is shared with other tests: only this database's species count. */
const ours = async (): Promise<Received[]> => {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM species');
  const ids = new Set(rows.map(({ id }) => id));
  return received.filter(({ key }) => ids.has(key));
};

beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'test' });
  const { brokers } = testKafka();
  await createTopics(brokers, [
    { topic: TOPICS.speciesCatalog, partitions: 3, config: { 'cleanup.policy': 'compact' } },
  ]);
  consumer = new Kafka({ brokers, clientId: 'outside', logLevel: logLevel.NOTHING }).consumer({
    groupId: uniqueName('outside'),
  });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPICS.speciesCatalog, fromBeginning: true });
  await consumer.run({
    eachMessage: ({ message }) => {
      const headers = Object.fromEntries(
        Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      received.push({ key: String(message.key), headers, data: JSON.parse(String(message.value)) as Received['data'] });
      return Promise.resolve();
    },
  });
  species = await startSpecies(database.url);
});
afterAll(async () => {
  await consumer.disconnect();
  await species.stop();
  await pool.end();
  await database.drop();
});

describe('the catalogue on Kafka', () => {
  it('has every species once it is seeded, each under its id as a CloudEvent', async () => {
    await seedCatalogue(pool, await catalogue(), new Date('2026-03-01T08:00:00.000Z'));
    const messages = await eventually(async () => {
      const all = await ours();
      expect(all).toHaveLength(625);
      return all;
    }, PATIENCE);
    expect(new Set(messages.map(({ key }) => key)).size).toBe(625);
    expect(new Set(messages.map(({ headers }) => headers['traceparent'])).size).toBe(1);
    for (const { key, headers, data } of messages) {
      expect(headers).toMatchObject({
        ce_id: expect.stringMatching(/^evt_/),
        ce_type: 'SpeciesChangedV1',
        ce_source: '/species',
        ce_subject: key,
        ce_specversion: '1.0',
        ce_time: '2026-03-01T08:00:00.000Z',
        'content-type': 'application/json',
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
      });
      expect(PUBLISHED_EVENTS.SpeciesChangedV1.schema.parse(data)).toMatchObject({ id: key, version: 1 });
    }
  });

  it('has the next version of a species that was revised, in the same partition order', async () => {
    const [walleye] = (await catalogue()).filter(({ commonName }) => commonName === 'Walleye');
    const facts = speciesFacts({ ...walleye, commonName: 'Great Walleye' });
    await seedCatalogue(pool, [facts], new Date('2026-04-01T08:00:00.000Z'));
    await eventually(async () => {
      const states = (await ours()).filter(({ data }) => data.common_name.endsWith('Walleye'));
      expect(states.map(({ data }) => [data.common_name, data.version])).toEqual([
        ['Walleye', 1],
        ['Great Walleye', 2],
      ]);
      expect(new Set(states.map(({ key }) => key)).size).toBe(1);
    }, PATIENCE);
  });
});
