import type { Credentials } from '@cds/local/running-stack';
import pg from 'pg';
import { newKey, post } from '../api.js';
import { latenciesInTurn, latencyOf } from '../lists/latency.js';
import { judged, type Measurement } from '../measurement.js';
import type { Result } from '../report.js';

const [MANY, FEW] = [2_000_000, 1_000];
const AT_ONCE = 250_000;
const ROUNDS = 60;

/** An endpoint of an account of its own, which is sent nothing more. */
interface History {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const PAGES: readonly (readonly [name: string, path: (id: string) => string])[] = [
  ['newest', (id) => `/v1/webhooks/${id}/deliveries?total=false`],
  ['failed', (id) => `/v1/webhooks/${id}/deliveries?total=false&status=failed`],
  ['of an hour ago', (id) => `/v1/webhooks/${id}/deliveries?total=false&created_before=${anHourAgo()}`],
  ['of all endpoints', () => '/v1/webhook-deliveries?total=false'],
];

const anHourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

/** Pages and statistics of an endpoint that got two million messages, beside those of one that got a thousand. */
export const deliveryPages = (): Measurement => {
  let histories: [History, History];
  return {
    name: 'delivery-pages',
    prepare: async ({ stack: { credentials } }) => {
      histories = [await newHistory(credentials), await newHistory(credentials)];
      await fill(credentials.database_url, histories);
    },
    run: async ({ stack: { credentials } }) => {
      const [many, few] = histories;
      const results: Result[] = [];
      for (const [name, pathOf] of PAGES) {
        const target = ({ id, headers }: History) => ({ url: `${credentials.base_url}${pathOf(id)}`, headers });
        const [ours, peer] = await latenciesInTurn(target(many), target(few), ROUNDS);
        const measured = { measured: `${ours.p50Ms.toFixed(1)} ms`, peer: `${peer.p50Ms.toFixed(1)} ms of ${FEW}` };
        const ratio = ours.p50Ms / peer.p50Ms;
        results.push(
          judged({ name: `deliveries, ${name}, of ${MANY}`, ...measured }, ratio, { most: 2, unit: 'times' }),
        );
      }
      const stats = { url: `${credentials.base_url}/v1/webhooks/${many.id}/stats`, headers: many.headers };
      const { p95Ms } = await latencyOf([stats], ROUNDS);
      results.push(judged({ name: `statistics of ${MANY}, p95` }, p95Ms, { most: 500, unit: 'ms' }));
      return results;
    },
  };
};

const newHistory = async (credentials: Credentials): Promise<History> => {
  const key = await newKey(credentials);
  const order = { url: 'http://127.0.0.1:9/', event_types: ['catch.deleted'] };
  const { id } = await post<{ id: string }>(credentials.base_url, key, '/v1/webhooks', order);
  return { id, headers: { authorization: `Bearer ${key}` } };
};

/** Puts messages and their attempts into the tables, set-wise, as they are when they have ended. */
const fill = async (databaseUrl: string, [many, few]: readonly [History, History]): Promise<void> => {
  const url = Object.assign(new URL(databaseUrl), { pathname: '/cds_webhook' }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET synchronous_commit = off');
    for (let from = 0; from < MANY; from += AT_ONCE) await add(client, many, from, AT_ONCE);
    await add(client, few, MANY, FEW);
    for (const statement of ['VACUUM (ANALYZE) webhook_messages', 'VACUUM (ANALYZE) webhook_attempts', 'CHECKPOINT'])
      await client.query(statement);
  } finally {
    await client.end();
  }
};

const add = async (client: pg.Client, { id }: History, from: number, count: number): Promise<void> => {
  await client.query(MESSAGES, [id, from, count]);
  await client.query(ATTEMPTS, [id, from, count]);
};

// Ids of today, each with its number at the end; a message every 40 ms, so that the oldest one is a day old.
const NUMBERED = `
SELECT left(first_id_at('msg', now()), 20) || lpad(number::text, 10, '0') AS id, $1::text AS endpoint_id,
  left(first_id_at('evt', now()), 20) || lpad(number::text, 10, '0') AS event_id,
  left(first_id_at('att', now()), 20) || lpad(number::text, 10, '0') AS attempt_id,
  CASE WHEN number % 1000 = 0 THEN 500 ELSE 204 END AS answer,
  now() - number % ${MANY} * interval '40 ms' AS made_at
FROM generate_series($2::int + 1, $2::int + $3::int) AS number`;

const MESSAGES = `
INSERT INTO webhook_messages (id, endpoint_id, event_id, type, status, attempt_count, created_at, delivered_at)
SELECT id, endpoint_id, event_id, 'catch.deleted', CASE answer WHEN 204 THEN 'delivered' ELSE 'failed' END, 1, made_at,
  CASE answer WHEN 204 THEN made_at END
FROM (${NUMBERED}) AS message`;

const ATTEMPTS = `
INSERT INTO webhook_attempts (id, message_id, started_at, duration_ms, request_headers, response_status,
  stats_endpoint_id)
SELECT attempt_id, id, made_at, 20, '{"content-type":"application/json"}', answer, endpoint_id
FROM (${NUMBERED}) AS message`;
