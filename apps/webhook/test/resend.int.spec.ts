import type { Caller } from '@cds/identity';
import type { Problem } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import type { DeliveryWithAttempts } from '../src/deliveries/delivery-view.js';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { type Created, type Delivery, someAccount, WebhookHarness } from './webhook.harness.js';

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

const post = (path: string, caller = account, headers: Record<string, string> = {}) =>
  app.call<Delivery & { code: string }>(caller, 'POST', path, undefined, headers);

const disable = (id: string) => app.pool.query("UPDATE endpoints SET status = 'disabled' WHERE id = $1", [id]);

const attemptsOf = (endpoint: Created, eventId: string, count: number): Promise<Delivery> =>
  app.delivery(account, endpoint.id, eventId, ({ attempt_count }) => attempt_count === count);

describe('POST /v1/webhook-deliveries/{id}/resend', () => {
  it('sends a delivered one again with the same id and body', async () => {
    const { delivery, endpoint, eventId } = await app.delivered(account, { url: receiver.url });
    const answer = await post(`/v1/webhook-deliveries/${delivery.id}/resend`);
    expect(answer).toMatchObject({ status: 202, body: { id: delivery.id, status: 'pending', delivered_at: null } });
    expect(answer.headers.get('location')).toBe(`/v1/webhook-deliveries/${delivery.id}`);
    expect(await attemptsOf(endpoint, eventId, 2)).toMatchObject({ status: 'delivered' });
    const [first, second] = await receiver.got(eventId, 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  it('begins the retry schedule of a failed one anew', async () => {
    receiver.answersWith(500);
    const { delivery, endpoint, eventId } = await app.delivered(account, { url: receiver.url, retry_schedule: [1] }, 2);
    expect(delivery).toMatchObject({ status: 'failed' });
    await post(`/v1/webhook-deliveries/${delivery.id}/resend`);
    const again = await attemptsOf(endpoint, eventId, 4);
    expect(again).toMatchObject({ status: 'failed', attempt_count: 4 });
    expect(again.attempts).toHaveLength(4);
  });

  it('sends one that waits for its next attempt now', async () => {
    receiver.answersWith(500);
    const { delivery, endpoint, eventId } = await app.delivered(account, {
      url: receiver.url,
      retry_schedule: [3_600],
    });
    receiver.answersWith(200);
    await post(`/v1/webhook-deliveries/${delivery.id}/resend`);
    expect(await attemptsOf(endpoint, eventId, 2)).toMatchObject({ status: 'delivered', next_attempt_at: null });
  });

  it('keeps one due that is resent while a failing attempt at it is in flight', async () => {
    const open: (() => void)[] = [];
    receiver.answers((_request, response) => void open.push(() => response.writeHead(500).end()));
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [1] });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    open.shift()?.();
    await receiver.got(event.id, 2);
    receiver.answersWith(200);
    const { id } = await attemptsOf(endpoint, event.id, 1);
    await post(`/v1/webhook-deliveries/${id}/resend`);
    await receiver.got(event.id, 3);
    open.shift()?.();
    expect(await attemptsOf(endpoint, event.id, 3)).toMatchObject({ status: 'delivered', next_attempt_at: null });
  });

  it.each([
    ['the first attempt', 0],
    ['the attempt of an earlier resend', 1],
  ])('is not undone by %s, which is in flight and fails', async (_which, resends) => {
    const open: ((status: number) => void)[] = [];
    receiver.answers((_request, response) => void open.push((status) => response.writeHead(status).end()));
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [] });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    const { id } = await app.delivery(account, endpoint.id, event.id);
    if (resends > 0) {
      open.shift()?.(500);
      await attemptsOf(endpoint, event.id, 1);
      await post(`/v1/webhook-deliveries/${id}/resend`);
      await receiver.got(event.id, 2);
    }
    await post(`/v1/webhook-deliveries/${id}/resend`);
    await receiver.got(event.id, 2 + resends);
    const [earlier, later] = open;
    earlier?.(500);
    expect(await attemptsOf(endpoint, event.id, 1 + resends)).toMatchObject({ status: 'pending' });
    later?.(200);
    expect(await attemptsOf(endpoint, event.id, 2 + resends)).toMatchObject({ status: 'delivered' });
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('keeps every step of its schedule when an attempt from before ends %s its own', async (_when, first) => {
    const open: (() => void)[] = [];
    receiver.answers((_request, response) => void open.push(() => response.writeHead(500).end()));
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [1, 3_600] });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    const { id } = await app.delivery(account, endpoint.id, event.id);
    await post(`/v1/webhook-deliveries/${id}/resend`);
    await receiver.got(event.id, 2);
    open[first]?.();
    await attemptsOf(endpoint, event.id, 1);
    open[1 - first]?.();
    await receiver.got(event.id, 3);
    open[2]?.();
    const { status, next_attempt_at: next } = await attemptsOf(endpoint, event.id, 3);
    expect(status).toBe('pending');
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now() + 1_000_000);
  });

  it('happens once for an idempotency key', async () => {
    const { delivery, endpoint, eventId } = await app.delivered(account, { url: receiver.url });
    const path = `/v1/webhook-deliveries/${delivery.id}/resend`;
    const first = await post(path, account, { 'idempotency-key': 'again' });
    const replay = await post(path, account, { 'idempotency-key': 'again' });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(replay).toMatchObject({ status: 202, body: first.body });
    expect(await attemptsOf(endpoint, eventId, 2)).toMatchObject({ status: 'delivered' });
  });

  it('is refused for a disabled endpoint, to a stranger, and for what is not there', async () => {
    const { delivery, endpoint } = await app.delivered(account, { url: receiver.url });
    const path = `/v1/webhook-deliveries/${delivery.id}/resend`;
    expect(await post(path, someAccount())).toMatchObject({
      status: 404,
      body: { code: 'webhook_delivery.not_found' },
    });
    expect(await post('/v1/webhook-deliveries/msg_1/resend')).toMatchObject({ status: 404 });
    await disable(endpoint.id);
    expect(await post(path)).toMatchObject({ status: 409, body: { code: 'webhook.disabled' } });
  });
});

describe('POST /v1/webhooks/{id}/test', () => {
  it('sends a ping, whatever types the endpoint takes', async () => {
    const endpoint = await app.endpoint(account, receiver.url, { event_types: ['species.*'], retry_schedule: [] });
    const { status, body } = await post(`/v1/webhooks/${endpoint.id}/test`);
    expect(status).toBe(202);
    expect(body).toMatchObject({ endpoint_id: endpoint.id, type: 'ping', status: 'pending', attempt_count: 0 });
    const [request] = await receiver.got(body.event_id);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      id: body.event_id,
      type: 'ping',
      data: { endpoint_id: endpoint.id },
    });
    await app.delivery(account, endpoint.id, body.event_id, (delivery) => delivery.status === 'delivered');
    const { rows } = await app.pool.query('SELECT stats_endpoint_id FROM webhook_attempts WHERE message_id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ stats_endpoint_id: null }]);
  });

  it('is refused for a disabled endpoint, to a stranger, and for what is not there', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const path = `/v1/webhooks/${endpoint.id}/test`;
    expect(await post(path, someAccount())).toMatchObject({ status: 404, body: { code: 'webhook.not_found' } });
    expect(await post('/v1/webhooks/we_1/test')).toMatchObject({ status: 404 });
    await disable(endpoint.id);
    expect(await post(path)).toMatchObject({ status: 409, body: { code: 'webhook.disabled' } });
    expect(receiver.received).toHaveLength(0);
  });
});

describe('a call that takes no body', () => {
  it('is a 400 that names each field of one, to whom the thing belongs, and takes an empty one', async () => {
    const { delivery, endpoint } = await app.delivered(account, { url: receiver.url });
    const own = [`/v1/webhooks/${endpoint.id}/test`, `/v1/webhooks/${endpoint.id}/enable`];
    for (const path of [...own, `/v1/webhook-deliveries/${delivery.id}/resend`]) {
      const send = (body: unknown, caller = account) => app.call<Problem>(caller, 'POST', path, body);
      const { status, body } = await send({ force: true, until: 1 });
      expect(status).toBe(400);
      expect(body.errors).toEqual(['/force', '/until'].map((pointer) => expect.objectContaining({ pointer })));
      expect((await send([])).status).toBe(400);
      expect((await send({ force: true }, someAccount())).status).toBe(404);
      expect((await send({})).status).toBeLessThan(300);
    }
  });
});

describe('a delivery that is read while attempts at it end', () => {
  it('has as many attempts as it counts', async () => {
    receiver.answersWith(500);
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [] });
    const pings = await Promise.all(Array.from({ length: 20 }, () => post(`/v1/webhooks/${endpoint.id}/test`)));
    const reads = pings.map(({ body: { id } }) =>
      eventually(async () => {
        const { body } = await app.call<DeliveryWithAttempts>(account, 'GET', `/v1/webhook-deliveries/${id}`);
        if (body.attempt_count !== body.attempts.length) return body;
        expect(body.status).toBe('failed');
        return body;
      }),
    );
    for (const one of await Promise.all(reads)) expect(one.attempts).toHaveLength(one.attempt_count);
  });
});

describe('a delivery that was attempted often', () => {
  it('has its newest attempts, and of these as many bodies as fit', async () => {
    const { delivery } = await app.delivered(account, { url: receiver.url });
    const [own] = delivery.attempts;
    await app.pool.query(
      `INSERT INTO webhook_attempts (message_id, id, started_at, duration_ms, request_headers, response_status,
         response_headers, response_body)
       SELECT $1, 'att_' || lpad(n::text, 6, '0'), $2::timestamptz - make_interval(secs => 200 - n), 1, '{}', 500, '{}',
         repeat('x', 50000) FROM generate_series(1, 120) AS n`,
      [delivery.id, own?.started_at],
    );
    await app.pool.query('UPDATE webhook_messages SET attempt_count = 121 WHERE id = $1', [delivery.id]);
    const { body } = await app.call<Delivery>(account, 'GET', `/v1/webhook-deliveries/${delivery.id}`);
    expect(body.attempt_count).toBe(121);
    expect(body.attempts.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 99 }, (_, at) => `att_${String(at + 22).padStart(6, '0')}`),
      own?.id,
    ]);
    const lengths = body.attempts.map(({ response }) => response?.body.length);
    expect(lengths).toEqual([...Array<number>(80).fill(0), ...Array<number>(19).fill(50_000), 2]);
  });
});

describe('a list of deliveries', () => {
  it('is filtered by type, event and time', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    const { created_at } = await app.delivery(account, endpoint.id, event.id);
    const { body: ping } = await post(`/v1/webhooks/${endpoint.id}/test`);
    const ids = async (query: string): Promise<string[]> =>
      eventually(async () => {
        const path = `/v1/webhooks/${endpoint.id}/deliveries?${query}`;
        const { body } = await app.call<{ data: Delivery[] }>(account, 'GET', path);
        return body.data.map(({ event_id }) => event_id);
      });
    expect(await ids('type=ping')).toEqual([ping.event_id]);
    expect(await ids('type=ping&type=catch.created')).toEqual([ping.event_id, event.id]);
    expect(await ids(`event_id=${event.id}`)).toEqual([event.id]);
    expect(await ids(`created_before=${created_at}`)).toEqual([]);
    expect(await ids(`created_after=${created_at}`)).toEqual([ping.event_id, event.id]);
    expect(await ids(`created_after=${created_at}&created_before=${ping.created_at}&sort=created_at`)).toEqual([
      event.id,
    ]);
    for (const query of ['type=catch.lost', 'event_id=1', 'created_after=yesterday'])
      expect((await app.call(account, 'GET', `/v1/webhooks/${endpoint.id}/deliveries?${query}`)).status).toBe(400);
  });
});
