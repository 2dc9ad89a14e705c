import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TOPICS, backfillTopic } from '@cds/contracts';
import { createPool } from '@cds/postgres';
import {
  createTopics,
  eventually,
  readTopic,
  testDatabase,
  type TestDatabase,
  testKafka,
  uniqueName,
} from '@cds/testing';
import type pg from 'pg';

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'tools', 'republish', 'run.mjs');
const STREAMS = 40;
const VERSIONS = 50;
const EVENTS = STREAMS * VERSIONS;
/** A run sends so many events, and then stores how far it is. */
const BATCH = 500;
/** Processes start slowly where other tests run beside them. */
const PATIENCE = { timeoutMs: 60_000 };

const { brokers } = testKafka();
const consumer = uniqueName('ledger');
const topic = backfillTopic(TOPICS.speciesCatalog, consumer);

let database: TestDatabase;
let pool: pg.Pool;
const children: ChildProcess[] = [];
beforeAll(async () => {
  await createTopics(brokers, [{ topic, partitions: 3 }]);
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'tests', max: 2 });
  await pool.query(EVENT_LOG, [STREAMS, VERSIONS]);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await pool.end();
  await database.drop();
});

/** `npm run republish -- species`, without npm, for a consumer that does not read yet. */
const republish = (...args: readonly string[]): ChildProcess => {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    KAFKA_BROKERS: brokers.join(','),
    PUBLIC_URL: 'http://localhost',
  };
  const command = [COMMAND, 'species', '--for', consumer, '--max-waiting', '1000000', ...args];
  const child = spawn(process.execPath, command, { env });
  children.push(child);
  return child;
};

const outcome = async (child: ChildProcess): Promise<{ code: number | null; output: string }> => {
  if (!child.stdout || !child.stderr) throw new Error('The output of the command is not kept');
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, output: output + errors };
};

const sent = async (): Promise<number | undefined> => {
  const { rows } = await pool.query<{ sent: number }>('SELECT sent::int FROM republish_runs WHERE consumer = $1', [
    consumer,
  ]);
  return rows[0]?.sent;
};

const received = async (): Promise<{ id: string; subject: string; version: number }[]> =>
  (await readTopic(brokers, topic)).map(({ key, value, headers }) => ({
    id: String(headers?.['ce_id']),
    subject: String(key),
    version: (JSON.parse(String(value)) as { version: number }).version,
  }));

describe('a republish command that is killed after it sent a batch and before it stored that', () => {
  it('refuses a second run while it lives, and loses nothing when it is given again', async () => {
    const killed = republish('--rate', String(BATCH));
    await eventually(async () => expect(await sent()).toBe(BATCH), PATIENCE);
    const lock = await pool.connect();
    await lock.query('BEGIN');
    await lock.query('SELECT 1 FROM republish_runs FOR UPDATE');
    await eventually(async () => expect((await received()).length).toBe(2 * BATCH), PATIENCE);

    const refused = { code: 1, output: expect.stringContaining('already') as string };
    expect(await outcome(republish())).toMatchObject(refused);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    // PostgreSQL has not noticed: what it still carries out for the dead must not overtake the progress of another run.
    expect(await outcome(republish())).toMatchObject(refused);
    await lock.query(END_SESSIONS);
    await lock.query('ROLLBACK');
    lock.release();
    expect(await sent()).toBe(BATCH);

    const again = await outcome(republish('--rate', '100000'));
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining(`republished ${EVENTS} events`) as string });
    const events = await received();
    expect(events).toHaveLength(EVENTS + BATCH);
    // The batch that was sent twice repeats the same events, which a consumer skips.
    const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
    expect(distinct).toHaveLength(EVENTS);
    const versions = Map.groupBy(distinct, ({ subject }) => subject);
    expect(versions.size).toBe(STREAMS);
    for (const ofOne of versions.values())
      expect(ofOne.map(({ version }) => version)).toEqual(Array.from({ length: VERSIONS }, (_, at) => at + 1));
  }, 120_000);
});

const END_SESSIONS = `
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'species-republish'`;

/** Registers each species and revises it, interleaved with the others, as edits would. */
const EVENT_LOG = `
INSERT INTO events (stream_id, version, event_id, type, data, transaction_id, metadata, occurred_at)
SELECT 'spc_' || species, version, 'evt_' || species || '_' || version,
  CASE version WHEN 1 THEN 'SpeciesRegistered' ELSE 'SpeciesRevised' END,
  json_build_object('previous', '{}'::json, 'species', json_build_object('slug', 'species-' || species,
    'commonName', 'Species ' || species, 'scientificName', 'Species ' || species, 'family', 'Family',
    'order', 'Order', 'water', 'freshwater', 'regions', '[]'::json, 'commonNames', '[]'::json, 'worldRecord', NULL,
    'maxWeightLbs', version, 'maxLengthIn', NULL)),
  pg_current_xact_id()::text::bigint, '{"actor":null,"requestId":null,"traceparent":null}'::json, now()
FROM generate_series(1, $1::int) AS species, generate_series(1, $2::int) AS version
ORDER BY version, species`;
