import { inTransaction } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { FanOuts } from '../src/messages/fan-outs.js';
import { entryChanged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

const SLICES = { endpoints: 100, messages: 400 };
const [ENDPOINTS, EVENTS] = [2_000, 20];

let app: WebhookHarness;
let receiver: Receiver;
beforeAll(async () => {
  // Nothing is sent: the endpoints made here are no real ones.
  [app, receiver] = await Promise.all([
    WebhookHarness.start({ slices: SLICES, limits: { slots: { total: 0, perAccount: 0, perEndpoint: 0 } } }),
    Receiver.start(),
  ]);
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));

/** Endpoints of many accounts that want what happens on boards. Every tenth one is made only after the events. */
const makeEndpoints = async (count: number, type = 'leaderboard.entry_changed'): Promise<string> => {
  const prefix = newId('webhookEndpoint');
  await app.pool.query(
    `INSERT INTO endpoints (id, account_id, url, event_types, secret, created_at, updated_at)
      SELECT $1 || lpad(n::text, 6, '0'), 'acc_' || n % 97, 'https://hooks.example', ARRAY[$2], 'sealed',
        CASE WHEN n % 10 = 0 THEN now() + interval '1 hour' ELSE now() - interval '1 hour' END, now()
      FROM generate_series(1, $3::int) AS n`,
    [prefix, type, count],
  );
  return prefix;
};

interface Counts {
  readonly messages: number;
  readonly endpoints: number;
  readonly pending: number;
}

/** Of these events alone: other tests publish to the same topic. */
const countsOf = async (prefix: string, events: readonly { id: string }[]): Promise<Counts | undefined> => {
  const { rows } = await app.pool.query<Counts>(
    `SELECT count(*)::int AS messages, count(DISTINCT endpoint_id)::int AS endpoints,
      (SELECT count(*)::int FROM pending_messages WHERE endpoint_id LIKE $1 || '%' AND event_id = ANY($2)) AS pending
      FROM webhook_messages WHERE endpoint_id LIKE $1 || '%' AND event_id = ANY($2)`,
    [prefix, events.map(({ id }) => id)],
  );
  return rows[0];
};

const fanOuts = async (): Promise<number> =>
  (await app.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM fan_outs')).rows[0]?.n ?? 0;

const stop = async (prefix: string): Promise<void> => {
  await app.pool.query("UPDATE endpoints SET status = 'disabled' WHERE id LIKE $1 || '%'", [prefix]);
};

describe('a batch of events for very many endpoints', () => {
  it('reaches each of them once, in slices, and none that was made later', async () => {
    const prefix = await makeEndpoints(ENDPOINTS);
    const [first, ...others] = Array.from({ length: EVENTS }, entryChanged);
    if (!first) throw new Error('there are events');
    await app.publishTogether(first, ...others, first);
    const wanted = (ENDPOINTS * 9) / 10;
    await eventually(
      async () => {
        expect(await countsOf(prefix, [first, ...others])).toEqual({
          messages: wanted * EVENTS,
          endpoints: wanted,
          pending: wanted * EVENTS,
        });
        expect(await fanOuts()).toBe(0);
      },
      { timeoutMs: 120_000 },
    );
    await stop(prefix);
  }, 180_000);
});

describe('a fan-out whose worker died', () => {
  it('goes on after the last slice that was committed', async () => {
    const prefix = await makeEndpoints(500);
    const event = entryChanged();
    await inTransaction(app.pool, async (tx) => {
      // No copy of the service gets the job before this test has it.
      await tx.query('LOCK TABLE fan_outs IN SHARE ROW EXCLUSIVE MODE');
      await tx.query(
        `INSERT INTO webhook_events (id, transaction_id, occurred_at, stored_at, type, subject, payload)
          VALUES ($1, 1, now(), now(), 'leaderboard.entry_changed', $2, $3)`,
        [event.id, event.subject, JSON.stringify({ id: event.id, data: event.data })],
      );
      await tx.query(
        `INSERT INTO fan_outs (id, event_ids, first_position, after_endpoint_id, created_at, due_at, lease)
          SELECT 'dead', ARRAY[id], position, $2, now(), now() + interval '1 second', 'of a dead worker'
          FROM webhook_events WHERE id = $1`,
        [event.id, `${prefix}000250`],
      );
    });
    await eventually(
      async () => {
        expect(await countsOf(prefix, [event])).toEqual({ messages: 225, endpoints: 225, pending: 225 });
        expect(await fanOuts()).toBe(0);
      },
      { timeoutMs: 30_000 },
    );
    await stop(prefix);
  });

  it('writes nothing with a lease that another worker has taken over', async () => {
    const prefix = await makeEndpoints(10, 'leaderboard.period_closed');
    await app.pool.query(
      `INSERT INTO fan_outs (id, event_ids, first_position, after_endpoint_id, created_at, due_at)
        VALUES ('taken', ARRAY['evt_none'], 1, $1, now(), now() + interval '1 hour')`,
      [prefix],
    );
    const queue = new FanOuts(app.pool);
    const stale = { id: 'taken', lease: 'of before', attempts: 0, stalls: 0 };
    await expect(
      inTransaction(app.pool, (tx) => queue.progress(tx, stale, { after_endpoint_id: 'z' })),
    ).rejects.toMatchObject({ code: 'resource.conflict' });
    await app.pool.query("DELETE FROM fan_outs WHERE id = 'taken'");
    await stop(prefix);
  });
});

describe('an endpoint with an order', () => {
  it('is sent nothing of a subject while a fan-out may still bring it what was before', async () => {
    const ordered = await WebhookHarness.start({ slices: SLICES, limits: { lookEveryMs: 100, lookPauseMs: 10 } });
    try {
      const account = someAccount();
      const endpoint = await ordered.endpoint(account, receiver.url, {
        event_types: ['leaderboard.*'],
        ordering: 'per_subject',
      });
      await ordered.pool.query(
        `INSERT INTO fan_outs (id, event_ids, first_position, after_endpoint_id, created_at, due_at)
          VALUES ('slow', ARRAY['evt_none'], 0, '', now(), now() + interval '1 hour')`,
      );
      const event = entryChanged();
      await ordered.publish(event);
      await eventually(async () => expect(await ordered.statusesOf(endpoint.id)).toEqual(['pending']));
      const passed = await ordered.pool.query("SELECT FROM webhook_attempts WHERE message_id LIKE 'msg_%'");
      expect(passed.rows).toEqual([]);
      await ordered.pool.query("UPDATE fan_outs SET after_endpoint_id = $1 WHERE id = 'slow'", [endpoint.id]);
      await receiver.got(event.id);
      await ordered.pool.query('DELETE FROM fan_outs');
    } finally {
      await ordered.stop();
    }
  });
});
