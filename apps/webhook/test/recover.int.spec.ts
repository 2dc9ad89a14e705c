import { jest } from '@jest/globals';
import type { Caller } from '@cds/identity';
import { HeavyReads } from '@cds/postgres';
import { eventually } from '@cds/testing';
import type { RecoveryView } from '../src/deliveries/recover/recovery-view.js';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { storeMessages } from './stored-messages.js';
import { type Created, someAccount, WebhookHarness } from './webhook.harness.js';

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

const LONG_AGO = '2020-01-01T00:00:00Z';

const recover = ({ id }: { id: string }, body: object = { since: LONG_AGO }, caller = account) =>
  app.call<RecoveryView & { code: string }>(caller, 'POST', `/v1/webhooks/${id}/recover`, body);

const read = async (id: string) => (await app.call<RecoveryView>(account, 'GET', `/v1/webhook-recoveries/${id}`)).body;

const finished = (id: string): Promise<RecoveryView> =>
  eventually(
    async () => {
      const recovery = await read(id);
      expect(recovery.finished_at).not.toBeNull();
      return recovery;
    },
    { timeoutMs: 15_000 },
  );

/** An endpoint at which `count` messages have failed, one a second, as many seconds ago. */
const failedAt = async (count: number): Promise<Created> => {
  const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [] });
  await storeMessages(
    app.pool,
    Array.from({ length: count }, (_, index) => ({
      id: `msg_${endpoint.id}${String(index + 1).padStart(6, '0')}`,
      endpointId: endpoint.id,
      status: 'failed',
      attemptCount: 1,
      payload: JSON.stringify({ at: index + 1 }),
      createdAt: new Date(Date.now() - (count - index + 9) * 1_000),
    })),
  );
  return endpoint;
};

const idsOf = async ({ id }: Created): Promise<string[]> => {
  const { rows } = await app.pool.query<{ id: string }>(
    'SELECT id FROM webhook_messages WHERE endpoint_id = $1 ORDER BY created_at',
    [id],
  );
  return rows.map((row) => row.id);
};

/** Lets failed messages fail again at this moment. */
const failedNow = async (...ids: (string | undefined)[]): Promise<void> => {
  for (const status of ['pending', 'failed'])
    await app.pool.query('UPDATE webhook_messages SET status = $2 WHERE id = ANY($1)', [ids, status]);
};

const positions = (): number[] => receiver.received.map(({ body }) => (JSON.parse(body) as { at: number }).at);

describe('POST /v1/webhooks/{id}/recover', () => {
  it('resends all that failed, about oldest first, and shows how far it is', async () => {
    const endpoint = await failedAt(250);
    const { status, headers, body } = await recover(endpoint);
    expect(status).toBe(202);
    expect(body).toMatchObject({ endpoint_id: endpoint.id, status: 'queued', count: 250, resent: 0, progress: 0 });
    expect(headers.get('location')).toBe(`/v1/webhook-recoveries/${body.id}`);
    expect(await finished(body.id)).toMatchObject({ status: 'completed', resent: 250, progress: 1, error: null });
    await eventually(async () => expect(new Set(await app.statusesOf(endpoint.id))).toEqual(new Set(['delivered'])));
    const order = positions();
    expect(order).toHaveLength(250);
    for (const position of order.slice(0, 50)) expect(position).toBeLessThanOrEqual(100);
    for (const position of order.slice(-50)) expect(position).toBeGreaterThan(150);
  });

  it('keeps few messages due at a receiver that does not answer, and a new one behind no more than those', async () => {
    const endpoint = await failedAt(500);
    receiver.answers(() => undefined);
    const { body } = await recover(endpoint);
    await eventually(async () => expect((await read(body.id)).resent).toBe(100));
    const { rows } = await app.pool.query('SELECT count(*)::int AS due FROM pending_messages WHERE endpoint_id = $1', [
      endpoint.id,
    ]);
    expect(rows).toEqual([{ due: 100 }]);
    expect(await recover(endpoint)).toMatchObject({ status: 409, body: { code: 'webhook.recovery_running' } });
    await app.pool.query("UPDATE endpoints SET status = 'disabled' WHERE id = $1", [endpoint.id]);
    expect(await finished(body.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('disabled') as string,
    });
  });

  it('counts on none of the connections of writers, and not at all while one is unfinished', async () => {
    const endpoint = await failedAt(3);
    const reads = jest.spyOn(app.service.app.get(HeavyReads), 'run');
    const { body } = await recover(endpoint);
    expect(body.count).toBe(3);
    expect(reads.mock.calls.map(([accountId]) => accountId)).toEqual([account.accountId]);
    await finished(body.id);
    await app.pool.query("UPDATE recoveries SET status = 'queued', finished_at = NULL WHERE id = $1", [body.id]);
    expect(await recover(endpoint)).toMatchObject({ status: 409, body: { code: 'webhook.recovery_running' } });
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('is one of two that are asked for at the same moment', async () => {
    const endpoint = await failedAt(150);
    receiver.answers(() => undefined);
    const answers = await Promise.all([recover(endpoint), recover(endpoint)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  it('resends only what was made in the window', async () => {
    const endpoint = await failedAt(3);
    const { rows } = await app.pool.query<{ created_at: Date }>(
      'SELECT created_at FROM webhook_messages WHERE endpoint_id = $1 ORDER BY created_at',
      [endpoint.id],
    );
    const [, second, third] = rows.map(({ created_at }) => created_at.toISOString());
    const { body } = await recover(endpoint, { since: second, until: third });
    expect(body).toMatchObject({ count: 1, since: second, until: third });
    await finished(body.id);
    await eventually(() => expect(positions()).toEqual([2]));
  });

  it('resends what failed when its endpoint was disabled', async () => {
    receiver.answersWith(503);
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await app.delivery(account, endpoint.id, event.id, ({ attempt_count }) => attempt_count === 1);
    const disabled = await app.call<Created>(account, 'PATCH', `/v1/webhooks/${endpoint.id}`, { status: 'disabled' });
    expect(await app.statusesOf(endpoint.id)).toEqual(['failed']);
    receiver.answersWith(200);
    await app.call(account, 'POST', `/v1/webhooks/${endpoint.id}/enable`);
    const { body } = await recover(endpoint, { since: disabled.body.disabled_at });
    expect(body.count).toBe(1);
    expect(await finished(body.id)).toMatchObject({ status: 'completed', resent: 1 });
    await eventually(async () => expect(await app.statusesOf(endpoint.id)).toEqual(['delivered']));
  });

  it('resends what failed since then, whenever it was made, and once though it fails again', async () => {
    const endpoint = await failedAt(3);
    const [first, ...others] = await idsOf(endpoint);
    await failedNow(first);
    receiver.answersWith(500);
    const since = new Date(Date.now() - 5_000).toISOString();
    const { body } = await recover(endpoint, { since });
    expect(body.count).toBe(1);
    expect(await finished(body.id)).toMatchObject({ resent: 1 });
    await eventually(async () => expect(await app.statusesOf(endpoint.id)).toEqual(['failed', 'failed', 'failed']));
    expect(positions()).toEqual([1]);
    await failedNow(...others);
    expect((await recover(endpoint, { since })).body.count).toBe(3);
  });

  it('finds what failed since then behind very many that failed before', async () => {
    const endpoint = await failedAt(1);
    await failedNow(...(await idsOf(endpoint)));
    await app.pool.query(
      `INSERT INTO failed_messages (message_id, endpoint_id, event_id, type, created_at, failed_at)
       SELECT 'msg_' || $1 || '-' || n, $1, 'evt_' || n, 'catch.created', now() - interval '2 days',
         now() - interval '1 day' FROM generate_series(1, 12000) AS n`,
      [endpoint.id],
    );
    const { body } = await recover(endpoint, { since: new Date(Date.now() - 3_600_000).toISOString() });
    expect(body.count).toBe(1);
    expect(await finished(body.id)).toMatchObject({ status: 'completed', resent: 1 });
    await eventually(() => expect(positions()).toEqual([1]));
  });

  it('leaves alone what was delivered', async () => {
    const { delivery, endpoint } = await app.delivered(account, { url: receiver.url });
    const { body } = await recover(endpoint, { since: delivery.created_at });
    expect(body.count).toBe(0);
    expect(await finished(body.id)).toMatchObject({ status: 'completed', resent: 0 });
    await app.publish(catchLogged(account.accountId));
    await eventually(async () => expect(await app.statusesOf(endpoint.id)).toEqual(['delivered', 'delivered']));
    expect(receiver.received).toHaveLength(2);
  });

  it('forgets the oldest ones of the endpoint, so that it has the last hundred', async () => {
    const [created, other] = [await failedAt(0), await failedAt(0)];
    const finish = ({ id }: Created, count: number): Promise<unknown> =>
      app.pool.query(
        `INSERT INTO recoveries (id, endpoint_id, status, since, until, count, created_at, finished_at, due_at)
         SELECT $1 || lpad(n::text, 3, '0'), $1, 'completed', now(), now(), 0, now() - make_interval(hours => 200 - n),
           now(), NULL FROM generate_series(1, $2::int) AS n`,
        [id, count],
      );
    await finish(created, 150);
    await finish(other, 101);
    const { body } = await recover(created);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM recoveries WHERE endpoint_id = ANY($1) ORDER BY id',
      [[created.id, other.id]],
    );
    const kept = (id: string, from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, at) => `${id}${String(from + at).padStart(3, '0')}`);
    const expected = [...kept(created.id, 51, 150), ...kept(other.id, 1, 101), body.id];
    expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  });

  it('is refused for the future, a disabled endpoint and to strangers, whatever they say', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    expect(await recover(endpoint, { since: '2999-01-01T00:00:00Z' })).toMatchObject({ status: 400 });
    expect(await recover(endpoint, {}, someAccount())).toMatchObject({ status: 404 });
    const { body } = await recover(endpoint);
    expect((await app.call(someAccount(), 'GET', `/v1/webhook-recoveries/${body.id}`)).status).toBe(404);
    expect((await app.call(account, 'GET', '/v1/webhook-recoveries/rec_1')).status).toBe(404);
    await app.pool.query("UPDATE endpoints SET status = 'disabled' WHERE id = $1", [endpoint.id]);
    expect(await recover(endpoint)).toMatchObject({ status: 409, body: { code: 'webhook.disabled' } });
  });
});
