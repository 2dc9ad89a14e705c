import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOPICS } from '@cds/contracts';
import { createKafka, EventPublisher } from '@cds/kafka';
import type { RunningStack } from '@cds/local/running-stack';
import { newId } from '@cds/service-kit';
import pg from 'pg';
import { judged } from './measurement.js';
import type { Result } from './report.js';

const EVENTS = 500;
const MEGABYTE = 1_048_576;
const EVERY_MS = 50;

/** What is measured is the writing of messages: they can be sent to nobody. */
export const SENDING_LITTLE = { WEBHOOK_CONCURRENCY: '1' };

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Publishes 500 moves on boards, which so many endpoints of a thousand accounts want, and waits for their messages. */
export const measureFanOut = async (stack: RunningStack, endpoints: number): Promise<Result[]> => {
  const database = Object.assign(new URL(stack.credentials.database_url), { pathname: '/cds_webhook' }).href;
  const pool = new pg.Pool({ connectionString: database, max: 3, application_name: 'bench' });
  await pool.query(ENDPOINTS, [endpoints]);
  const before = memoryOf(stack);
  const watch = watchOf(stack, pool);
  const startedAt = performance.now();
  await publish(stack.credentials.kafka_brokers);
  while ((await eventsOf(pool)) < EVENTS || (await isUnderWay(pool))) await sleep(1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { peakBytes, longestMs } = await watch.end();
  const messages = await pool.query<{ count: number }>('SELECT count(*)::int FROM webhook_messages');
  await pool.end();
  const wanted = endpoints * EVENTS;
  const written = messages.rows[0]?.count ?? 0;
  const measured = `${wanted} messages in ${seconds.toFixed(0)} s`;
  const added = (peakBytes - before) / MEGABYTE;
  return [
    judged({ name: 'fan-out, messages written', measured }, written / wanted, { least: 1, unit: 'of all' }),
    judged({ name: 'fan-out, memory added', measured }, added, { most: 200, unit: 'MB' }),
    judged({ name: 'fan-out, longest transaction', measured }, longestMs, { most: 1_000, unit: 'ms' }),
  ];
};

const publish = async (brokers: string): Promise<void> => {
  const sample = createRequire(import.meta.url).resolve('@cds/contracts/package.json');
  const file = new URL('src/samples/LeaderboardEntryChangedV1.json', `file://${sample}`);
  const data = JSON.parse(readFileSync(file, 'utf8')) as object;
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'bench', logger: silent });
  const publisher = new EventPublisher(kafka, silent);
  await publisher.connect();
  const events = Array.from({ length: EVENTS }, () => ({
    id: newId('event'),
    type: 'LeaderboardEntryChangedV1',
    source: '/leaderboard',
    subject: `${newId('leaderboard')}/all`,
    time: new Date(),
    accountId: null,
    traceparent: null,
    data,
  }));
  await publisher.publish(TOPICS.leaderboardEvents, events);
  await publisher.close();
};

const eventsOf = async (pool: pg.Pool): Promise<number> =>
  (await pool.query<{ count: number }>('SELECT count(*)::int FROM webhook_events')).rows[0]?.count ?? 0;

const isUnderWay = async (pool: pg.Pool): Promise<boolean> =>
  ((await pool.query('SELECT FROM fan_outs LIMIT 1')).rowCount ?? 0) > 0;

/** The memory of the webhook service and the age of its transactions, looked at until `end`. */
const watchOf = (stack: RunningStack, pool: pg.Pool) => {
  let isOver = false;
  let [peakBytes, longestMs] = [0, 0];
  const watching = (async () => {
    for (; !isOver; await sleep(EVERY_MS)) {
      peakBytes = Math.max(peakBytes, memoryOf(stack));
      const { rows } = await pool.query<{ ms: number }>(LONGEST);
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      return { peakBytes, longestMs };
    },
  };
};

const memoryOf = (stack: RunningStack): number => {
  const status = readFileSync(`/proc/${stack.pidOf('webhook')}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
};

const ENDPOINTS = `
INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at)
SELECT 'we_bench' || lpad(number::text, 8, '0'), 'acc_bench' || number % 1000, 'https://hooks.invalid',
  '{leaderboard.*}', 'sealed', now() - interval '1 minute', now()
FROM generate_series(1, $1::int) AS number`;

const LONGEST = `
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)) * 1000, 0)::float8 AS ms FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND backend_xid IS NOT NULL`;
