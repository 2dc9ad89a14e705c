import type { Caller } from '@cds/identity';
import { brokenListRules } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { type Delivery, someAccount, WebhookHarness } from './webhook.harness.js';
import { Receiver, verified } from './receiver.js';

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

describe('a message to a receiver that answers 200', () => {
  it('is delivered, and its signature verifies with standardwebhooks', async () => {
    const { delivery, endpoint, eventId } = await app.delivered(account, { url: receiver.url });
    const [request] = await receiver.got(eventId);
    if (!request) throw new Error('nothing received');
    expect(verified(request, endpoint.secret)).toMatchObject({
      id: eventId,
      type: 'catch.created',
      data: { weight_lbs: 8.4 },
    });
    expect(request.headers).toMatchObject({ 'webhook-id': delivery.id, 'content-type': 'application/json' });
    expect(delivery).toMatchObject({
      endpoint_id: endpoint.id,
      event_id: eventId,
      type: 'catch.created',
      status: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
    });
    expect(delivery.delivered_at).not.toBeNull();
  });

  it('shows the attempt as it was', async () => {
    receiver.answersWith(202, { 'x-seen': 'yes' }, 'thank you');
    const { delivery, eventId } = await app.delivered(account, { url: receiver.url });
    const [request] = await receiver.got(eventId);
    expect(delivery.attempts).toEqual([
      {
        id: expect.stringMatching(/^att_/) as string,
        started_at: expect.stringMatching(/Z$/) as string,
        duration_ms: expect.any(Number) as number,
        request: {
          headers: expect.objectContaining({ 'webhook-signature': request?.headers['webhook-signature'] }) as object,
          body: request?.body,
        },
        response: { status: 202, headers: expect.objectContaining({ 'x-seen': 'yes' }) as object, body: 'thank you' },
        error: null,
      },
    ]);
  });

  it('does not verify under another secret', async () => {
    const { eventId } = await app.delivered(account, { url: receiver.url });
    const other = await app.endpoint(account, receiver.url);
    const [request] = await receiver.got(eventId);
    if (!request) throw new Error('nothing received');
    expect(() => verified(request, other.secret)).toThrow();
  });
});

describe('a message that is not taken', () => {
  it('is tried again on schedule with the same id and bytes', async () => {
    let count = 0;
    receiver.answers((_request, response) => void response.writeHead((count += 1) < 3 ? 500 : 200).end());
    const { delivery, endpoint, eventId } = await app.delivered(
      account,
      { url: receiver.url, retry_schedule: [1, 1] },
      3,
    );
    const requests = await receiver.got(eventId, 3);
    expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 3 });
    expect(delivery.attempts.map(({ response }) => response?.status)).toEqual([500, 500, 200]);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const request of requests) verified(request, endpoint.secret);
    expect(requests[2]?.headers['webhook-timestamp']).not.toBe(requests[0]?.headers['webhook-timestamp']);
  });

  it('is due again when its step says, and not sent before', async () => {
    let answerSecond: () => void = () => undefined;
    receiver.answers((_request, response) => {
      if (receiver.received.length === 1) response.writeHead(500).end();
      else answerSecond = () => response.end();
    });
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [1] });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    const [first, second] = await receiver.got(event.id, 2);
    // While the second attempt is under way its delivery tells when it was due.
    const { attempts, next_attempt_at: due } = await app.delivery(account, endpoint.id, event.id);
    expect(attempts).toHaveLength(1);
    const dueAt = Date.parse(due ?? '');
    expect(dueAt - Date.parse(attempts[0]?.started_at ?? '')).toBeGreaterThanOrEqual(800);
    expect(dueAt - (first?.at ?? 0)).toBeGreaterThanOrEqual(799);
    expect((second?.at ?? 0) - dueAt).toBeGreaterThanOrEqual(-1);
    answerSecond();
    await app.delivery(account, endpoint.id, event.id, ({ status }) => status === 'delivered');
  });

  it('tells when it is tried next, by default after 5 s', async () => {
    receiver.answersWith(503);
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    const { status, next_attempt_at, attempts } = await app.delivery(
      account,
      endpoint.id,
      event.id,
      ({ attempt_count }) => attempt_count === 1,
    );
    expect(status).toBe('pending');
    const dueAt = Date.parse(next_attempt_at ?? '');
    expect(dueAt - Date.parse(attempts[0]?.started_at ?? '')).toBeGreaterThanOrEqual(4_000);
    expect(dueAt - Date.now()).toBeLessThanOrEqual(6_000);
  });

  it('waits as long as the receiver asks, up to twice the step', async () => {
    receiver.answersWith(429, { 'retry-after': '3600' });
    const { delivery } = await app.delivered(account, { url: receiver.url, retry_schedule: [100] });
    const dueAt = Date.parse(delivery.next_attempt_at ?? '');
    expect(dueAt - Date.parse(delivery.attempts[0]?.started_at ?? '')).toBeGreaterThanOrEqual(200_000);
    expect(dueAt - Date.now()).toBeLessThanOrEqual(200_000);
  });

  it('fails after the last step', async () => {
    receiver.answersWith(500);
    const { delivery } = await app.delivered(account, { url: receiver.url, retry_schedule: [1] }, 2);
    expect(delivery).toMatchObject({ status: 'failed', attempt_count: 2, next_attempt_at: null, delivered_at: null });
  });
});

describe('GET /v1/webhooks/{id}/deliveries', () => {
  it('lists them newest first, filtered by status', async () => {
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [] });
    const events = [catchLogged(account.accountId), catchLogged(account.accountId), catchLogged(account.accountId)];
    receiver.answers(
      ({ body }, response) => void response.writeHead(body.includes(events[1]?.id ?? '') ? 500 : 200).end(),
    );
    for (const event of events) {
      await app.publish(event);
      await app.delivery(account, endpoint.id, event.id, ({ status }) => status !== 'pending');
    }
    const list = (query: string) =>
      app.call<{ data: Delivery[]; total: number }>(account, 'GET', `/v1/webhooks/${endpoint.id}/deliveries?${query}`);
    const all = await list('');
    expect(all.body).toMatchObject({ total: 3, page: 1, per_page: 25, has_more: false, next_cursor: null });
    expect(all.body.data.map(({ event_id }) => event_id)).toEqual(events.map(({ id }) => id).toReversed());
    expect(all.body.data[0]).not.toHaveProperty('attempts');
    expect((await list('status=failed')).body.data.map(({ event_id }) => event_id)).toEqual([events[1]?.id]);
    expect((await list('status=delivered&per_page=1&page=2')).body).toMatchObject({
      total: 2,
      has_more: false,
      data: [{ event_id: events[0]?.id }],
    });
    expect((await list('status=lost')).status).toBe(400);
    expect((await list('status=failed&status=delivered')).body.total).toBe(3);
    for (const query of ['', 'status=failed&status=delivered'])
      expect(await brokenListRules({ get: list, query, other: 'status=pending', field: 'event_id' })).toEqual([]);
    const one = `/v1/webhook-deliveries/${all.body.data[0]?.id ?? ''}`;
    expect((await app.call(account, 'GET', `${one}?fields=status`)).body).toEqual({ status: 'delivered' });
    expect((await app.call(account, 'GET', `${one}?status=failed`)).status).toBe(400);
  });

  it('are listed over all endpoints of the account too, and of no other account', async () => {
    const endpoints = [await app.endpoint(account, receiver.url), await app.endpoint(account, receiver.url)];
    const stranger = await app.endpoint(someAccount(), receiver.url);
    const events = [catchLogged(account.accountId), catchLogged(account.accountId)];
    for (const event of events) {
      await app.publish(event);
      for (const { id } of endpoints) await app.delivery(account, id, event.id, ({ status }) => status !== 'pending');
    }
    const list = (query: string) =>
      app.call<{ data: Delivery[]; total: number }>(account, 'GET', `/v1/webhook-deliveries?${query}`);
    const { body } = await list('status=delivered');
    expect(body.total).toBe(4);
    const told = body.data.map(({ endpoint_id: endpoint, event_id: event }) => `${event} ${endpoint}`);
    expect(told.slice(0, 2).sort()).toEqual(endpoints.map(({ id }) => `${events[1]?.id ?? ''} ${id}`).sort());
    expect((await list(`endpoint_id=${endpoints[0]?.id ?? ''}`)).body.total).toBe(2);
    expect((await list(`endpoint_id=${stranger.id}`)).body).toMatchObject({ total: 0, data: [] });
    expect((await list(`event_id=${events[0]?.id ?? ''}`)).body.total).toBe(2);
    expect((await list('status=lost')).status).toBe(400);
    const rules = { get: list, query: 'status=delivered', other: 'status=failed', field: 'id' };
    expect(await brokenListRules(rules)).toEqual([]);
  });

  it('of an account without endpoints are none', async () => {
    expect((await app.call(someAccount(), 'GET', '/v1/webhook-deliveries')).body).toMatchObject({ total: 0, data: [] });
  });

  it('are seen by nobody else', async () => {
    const { delivery } = await app.delivered(account, { url: receiver.url });
    const path = `/v1/webhook-deliveries/${delivery.id}`;
    expect((await app.call(account, 'GET', path)).status).toBe(200);
    expect(await app.call(someAccount(), 'GET', path)).toMatchObject({
      status: 404,
      body: { code: 'webhook_delivery.not_found' },
    });
  });

  it('are gone with their endpoint', async () => {
    const { delivery, endpoint } = await app.delivered(account, { url: receiver.url });
    await app.call(account, 'DELETE', `/v1/webhooks/${endpoint.id}`);
    expect((await app.call(account, 'GET', `/v1/webhook-deliveries/${delivery.id}`)).status).toBe(404);
  });
});
