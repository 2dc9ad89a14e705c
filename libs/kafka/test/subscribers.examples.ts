import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTopics, eventually, memoryLogger, readTopic, testDatabase, testKafka, uniqueName } from '@cds/testing';
import { jest } from '@jest/globals';
import pg from 'pg';
import { type CloudEvent, createKafka, EventPublisher } from '../src/index.js';

// Compiles three programs, whose libraries are fetched the first time.
jest.setTimeout(300_000);

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples', 'consumers');
const { brokers } = testKafka();

interface Example {
  readonly language: string;
  /** Makes it ready to run; returns the command. */
  readonly prepare: (folder: string) => readonly [string, ...string[]];
  readonly scheme: string;
}

const inExample = (language: string, command: string, ...args: string[]): void =>
  void execFileSync(command, args, { cwd: join(EXAMPLES, language), stdio: 'pipe' });

const LANGUAGES: readonly Example[] = [
  {
    language: 'python',
    scheme: 'postgresql://',
    prepare: (folder) => {
      inExample('python', 'python3', '-m', 'venv', join(folder, 'python'));
      inExample('python', join(folder, 'python', 'bin', 'pip'), 'install', '-q', '-r', 'requirements.txt');
      return [join(folder, 'python', 'bin', 'python'), 'consumer.py'];
    },
  },
  {
    language: 'go',
    scheme: 'postgresql://',
    prepare: (folder) => {
      inExample('go', 'go', 'build', '-o', join(folder, 'consumer'), '.');
      return [join(folder, 'consumer')];
    },
  },
  {
    language: 'java',
    scheme: 'jdbc:postgresql://',
    prepare: () => {
      inExample('java', 'mvn', '-q', 'package');
      return ['java', '-cp', 'target/catch-consumer-1.jar:target/dependency/*', 'example.CatchConsumer'];
    },
  },
];

const angler = { id: 'ang_1', name: 'Ada' };
const event = (id: string, type: string, subject: string, data: object): CloudEvent => ({
  ...{ id, type, subject, data, source: '/catch', time: new Date(), accountId: null, traceparent: null },
});
const logged = event('evt_1', 'CatchLoggedV1', 'catch_1', {
  ...{ id: 'catch_1', version: 1, species: 'Walleye', weight_lbs: 4.5, angler },
});
const EVENTS = [
  logged,
  event('evt_2', 'CatchEditedV1', 'catch_1', {
    ...{ id: 'catch_1', version: 2, species: 'Sauger', weight_lbs: 4.5, angler },
  }),
  logged,
  event('evt_3', 'CatchLoggedV1', 'catch_2', {
    ...{ id: 'catch_2', version: 1, species: 'Bowfin', weight_lbs: null, angler: { id: 'ang_2', name: 'Ben' } },
  }),
  event('evt_4', 'CatchAdmiredV7', 'catch_2', { id: 'catch_2' }),
  event('evt_5', 'CatchLoggedV1', 'catch_1', { id: 'catch_1', version: 3 }),
  event('evt_6', 'AnglerErasedV1', 'catch_1', { id: 'ang_1', name: 'erased angler' }),
  event('evt_7', 'CatchDeletedV1', 'catch_2', { id: 'catch_2', version: 2 }),
];

const TOPIC = uniqueName('examples');
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cds-examples-'));
  await createTopics(brokers, [{ topic: TOPIC, partitions: 2 }]);
  const logger = memoryLogger();
  const publisher = new EventPublisher(createKafka({ brokers, clientId: 'tests', logger }), logger);
  await publisher.publish(TOPIC, EVENTS);
  await publisher.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stopped = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
};

describe('an example of a subscriber', () => {
  it.each(LANGUAGES)(
    'in $language handles each event once, sets aside what it cannot read, and leaves in good order',
    async ({ language, prepare, scheme }) => {
      const [command, ...args] = prepare(folder);
      const database = await testDatabase('empty');
      const pool = new pg.Pool({ connectionString: database.url, max: 1 });
      const deadLetters = uniqueName(`examples-${language}`);
      await createTopics(brokers, [{ topic: deadLetters, partitions: 1 }]);
      const { host, pathname, username, password } = new URL(database.url);
      const user = scheme.startsWith('jdbc') ? '' : `${username}:${password}@`;
      const login = scheme.startsWith('jdbc') ? `?user=${username}&password=${password}` : '';
      const child = spawn(command, args, {
        cwd: join(EXAMPLES, language),
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          KAFKA_BROKERS: brokers.join(','),
          DATABASE_URL: `${scheme}${user}${host}${pathname}${login}`,
          TOPIC,
          GROUP: uniqueName(language),
          DEAD_LETTER_TOPIC: deadLetters,
        },
      });
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => said.push(String(text)));
      try {
        await eventually(
          async () => {
            const { rows } = await pool.query('SELECT id FROM handled_events ORDER BY id');
            expect({ rows: rows.map(({ id }: { id: string }) => id), said }).toMatchObject({
              rows: ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_6', 'evt_7'],
            });
          },
          { timeoutMs: 60_000 },
        );
        const { rows: catches } = await pool.query('SELECT id, version, species, weight_lbs, angler_name FROM catches');
        expect(catches).toEqual([
          { id: 'catch_1', version: 2, species: 'Sauger', weight_lbs: 4.5, angler_name: 'erased angler' },
        ]);
        const [letter, ...others] = await readTopic(brokers, deadLetters);
        expect([String(letter?.headers?.['ce_id']), String(letter?.headers?.['dlq_origin_topic'])]).toEqual([
          'evt_5',
          TOPIC,
        ]);
        expect(others).toEqual([]);
      } finally {
        await stopped(child);
        await pool.end();
        await database.drop();
      }
      expect({ said, code: child.exitCode, signal: child.signalCode }).toMatchObject({ signal: null });
    },
  );
});
