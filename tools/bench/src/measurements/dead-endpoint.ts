import pg from 'pg';
import type { Credentials, RunningStack } from '@cds/local/running-stack';
import { newKey, post } from '../api.js';
import { type CountingReceiver, countingReceiver, deliveryRate } from '../delivery-rate.js';
import { judged, type Measurement } from '../measurement.js';
import { webhookLatency } from '../webhook-latency.js';

const BACKLOG = 1_000_000;
const LIVE_MESSAGES = 30_000;
const PER_SECOND = 50;

/** What live deliveries do: their rate, and how long each takes at a steady rate of writes. */
const live = async (stack: RunningStack, seconds: number) => {
  const { perSecond } = await deliveryRate(stack, LIVE_MESSAGES);
  const { p99Ms } = await webhookLatency(stack.credentials, { perSecond: PER_SECOND, seconds: seconds * 2 });
  return { perSecond, p99Ms };
};

/** An endpoint that never answers, for which a million messages wait. */
const deadEndpoint = async (credentials: Credentials, receiver: CountingReceiver): Promise<void> => {
  const { base_url: baseUrl, database_url: databaseUrl } = credentials;
  const order = { url: receiver.url, event_types: ['catch.deleted'] };
  const { id } = await post<{ id: string }>(baseUrl, await newKey(credentials), '/v1/webhooks', order);
  const url = Object.assign(new URL(databaseUrl), { pathname: '/cds_webhook' }).href;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of [EVENT, MESSAGES, PENDING])
      await client.query(statement, statement === EVENT ? [] : [id, BACKLOG]);
    // A backlog grows over hours, and so does this work: it is not what is measured.
    for (const statement of ['VACUUM (ANALYZE) pending_messages', 'VACUUM (ANALYZE) webhook_messages', 'CHECKPOINT'])
      await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Live deliveries beside a million messages that wait for a dead endpoint, compared with those without. */
export const deadEndpoints = (): Measurement => ({
  name: 'dead-endpoint',
  run: async ({ stack, seconds }) => {
    // The first round finds code that was not compiled yet.
    await live(stack, seconds);
    const before = await live(stack, seconds);
    const receiver = await countingReceiver(false);
    await deadEndpoint(stack.credentials, receiver);
    const beside = await live(stack, seconds);
    receiver.stop();
    const rates = { measured: `${beside.perSecond.toFixed(0)}/s`, peer: `${before.perSecond.toFixed(0)}/s` };
    const times = { measured: `${beside.p99Ms.toFixed(1)} ms`, peer: `${before.p99Ms.toFixed(1)} ms` };
    return [
      judged({ name: 'dead endpoint, rate of others', ...rates }, beside.perSecond / before.perSecond, { least: 0.8 }),
      judged({ name: 'dead endpoint, p99 of others', ...times }, beside.p99Ms / before.p99Ms, { most: 2 }),
    ];
  },
});

const EVENT_ID = "first_id_at('evt', date_trunc('day', now()))";

const EVENT = `
INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, payload, angler_ids)
SELECT ${EVENT_ID}, 1, now(), now(), 'catch.deleted', 'catch_1', '{"id":"evt_1","type":"catch.deleted"}', '{}'
ON CONFLICT (id) DO NOTHING`;

// Ids of today, each with its number at the end.
const NUMBERED = `
SELECT left(first_id_at('msg', now()), 20) || lpad(number::text, 10, '0') AS id, $1::text AS endpoint_id
FROM generate_series(1, $2::int) AS number`;

const MESSAGES = `
INSERT INTO webhook_messages (id, endpoint_id, event_id, type, status, next_attempt_at, created_at)
SELECT id, endpoint_id, ${EVENT_ID}, 'catch.deleted', 'pending', now(), now() FROM (${NUMBERED}) AS message`;

const PENDING = `
INSERT INTO pending_messages (message_id, endpoint_id, event_id, type, subject, next_attempt_at, due_at, created_at)
SELECT id, endpoint_id, event_id, type, 'catch_1', next_attempt_at, now(), created_at
FROM webhook_messages WHERE endpoint_id = $1 LIMIT $2::int`;
