import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import type { StatsView } from '../src/deliveries/stats/stats.schemas.js';
import { Receiver } from './receiver.js';
import { storeMessages } from './stored-messages.js';
import { type Delivery, someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(() => receiver.stop());

const stats = async (id: string, query = '', caller = account) =>
  app.call<StatsView>(caller, 'GET', `/v1/webhooks/${id}/stats${query}`);

/** Attempts at one message of an endpoint: how long ago, how long, and the status of the answer. */
const attempted = async (endpointId: string, attempts: readonly (readonly [Date, number, number | null])[]) => {
  const id = `msg_of_${endpointId}`;
  await storeMessages(app.pool, [{ id, endpointId }]);
  await app.pool.query(
    `INSERT INTO webhook_attempts (id, message_id, started_at, duration_ms, request_headers, response_status,
      stats_endpoint_id)
     SELECT 'att_' || $2 || number, $1, started_at, duration_ms, '{}', status, $2
     FROM unnest($3::timestamptz[], $4::int[], $5::int[]) WITH ORDINALITY AS one (started_at, duration_ms, status,
       number)`,
    [id, endpointId, attempts.map(([at]) => at), attempts.map(([, ms]) => ms), attempts.map(([, , status]) => status)],
  );
};

describe('GET /v1/webhooks/{id}/stats', () => {
  it('tells success rate and latency, in all and by hour', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const hundred = Array.from({ length: 100 }, (_, at) => [new Date('2026-05-01T06:30:00Z'), at + 1, 200] as const);
    await attempted(endpoint.id, [
      ...hundred,
      [new Date('2026-05-01T07:00:00Z'), 500, 503],
      [new Date('2026-05-01T07:59:59.999Z'), 15_000, null],
      [new Date('2026-05-01T08:00:00Z'), 7, 200],
    ]);
    const { status, body } = await stats(endpoint.id, '?since=2026-05-01T06:00:00Z&until=2026-05-01T08:00:00Z');
    expect(status).toBe(200);
    expect(body).toEqual({
      endpoint_id: endpoint.id,
      since: '2026-05-01T06:00:00.000Z',
      until: '2026-05-01T08:00:00.000Z',
      attempts: 102,
      succeeded: 100,
      failed: 2,
      success_rate: 100 / 102,
      latency_ms: { p50: 51, p95: 96, p99: 100 },
      is_complete: true,
      hours: [
        {
          starts_at: '2026-05-01T06:00:00.000Z',
          attempts: 100,
          succeeded: 100,
          failed: 0,
          success_rate: 1,
          latency_ms: { p50: 50, p95: 95, p99: 99 },
        },
        {
          starts_at: '2026-05-01T07:00:00.000Z',
          attempts: 2,
          succeeded: 0,
          failed: 2,
          success_rate: 0,
          latency_ms: { p50: 500, p95: 500, p99: 500 },
        },
      ],
    });
  });

  it('is about the last 24 hours, and leaves test messages out', async () => {
    const { endpoint } = await app.delivered(account, { url: receiver.url });
    const { body: ping } = await app.call<Delivery>(account, 'POST', `/v1/webhooks/${endpoint.id}/test`);
    await app.delivery(account, endpoint.id, ping.event_id, ({ status }) => status === 'delivered');
    await eventually(async () =>
      expect((await stats(endpoint.id)).body).toMatchObject({ attempts: 1, succeeded: 1, hours: [{ attempts: 1 }] }),
    );
  });

  it('has no rate without attempts', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    expect((await stats(endpoint.id)).body).toMatchObject({
      attempts: 0,
      success_rate: null,
      latency_ms: { p50: null, p95: null, p99: null },
      hours: [],
    });
  });

  it('reads the newest attempts alone where there are very many', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const at = new Date();
    await attempted(
      endpoint.id,
      Array.from({ length: 50_001 }, () => [at, 1, 200] as const),
    );
    expect((await stats(endpoint.id)).body).toMatchObject({ attempts: 50_000, is_complete: false });
  });

  it('is refused for windows that are empty or too long, and to strangers', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    for (const query of ['?since=2999-01-01T00:00:00Z', '?since=2020-01-01T00:00:00Z', '?since=today', '?per_page=1'])
      expect((await stats(endpoint.id, query)).status).toBe(400);
    expect((await stats(endpoint.id, '', someAccount())).status).toBe(404);
  });
});
