import type { Caller } from '@cds/identity';
import { eventually, TestClock } from '@cds/testing';
import { Clock } from '@cds/service-kit';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { type Created, type Delivery, someAccount, WebhookHarness } from './webhook.harness.js';

const DAY_SECONDS = 86_400;
const DAILY = Array.from({ length: 15 }, () => DAY_SECONDS);

let app: WebhookHarness;
let receiver: Receiver;
let other: Receiver;
let account: Caller;
let clock: TestClock;
beforeAll(async () => {
  app = await WebhookHarness.start({ limits: { lookEveryMs: 50, lookPauseMs: 10 } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock = new TestClock(new Date().toISOString());
  app.service.app.get(Clock).now = () => clock.now();
  [receiver, other] = [await Receiver.start(), await Receiver.start()];
  account = someAccount();
});
afterEach(async () => {
  await receiver.stop();
  await other.stop();
});

const read = async (id: string): Promise<Created> =>
  (await app.call<Created>(account, 'GET', `/v1/webhooks/${id}`)).body;

const disabled = (id: string): Promise<Created> =>
  eventually(
    async () => {
      const endpoint = await read(id);
      expect(endpoint.status).toBe('disabled');
      return endpoint;
    },
    { timeoutMs: 10_000 },
  );

const endpointAt = (url: string, retrySchedule: readonly number[], more: object = {}): Promise<Created> =>
  app.endpoint(account, url, { retry_schedule: retrySchedule, ...more });

/** Publishes an event and waits until it was attempted once. */
const attemptedOnce = async (endpoint: Created): Promise<Delivery> => {
  const event = catchLogged(account.accountId);
  await app.publish(event);
  return app.delivery(account, endpoint.id, event.id, ({ attempt_count }) => attempt_count === 1);
};

/** Moves the clock to the next attempt and waits until it is stored. */
const attemptedAgain = async ({ next_attempt_at, attempt_count, ...delivery }: Delivery): Promise<Delivery> => {
  clock.advance(Date.parse(next_attempt_at ?? '') - clock.now().getTime());
  return app.delivery(account, delivery.endpoint_id, delivery.event_id, (now) => now.attempt_count > attempt_count);
};

const attempted = async (delivery: Delivery, attempts: number): Promise<Delivery> => {
  let now = delivery;
  while (now.attempt_count < attempts) now = await attemptedAgain(now);
  return now;
};

describe('a receiver that answers 410', () => {
  it('is disabled at once, what waits for it fails, and the other endpoints of the account hear of it', async () => {
    const endpoint = await endpointAt(receiver.url, DAILY);
    await app.endpoint(account, other.url, { event_types: ['webhook.endpoint_disabled'] });
    const stranger = await app.endpoint(someAccount(), other.url, { event_types: ['webhook.*'] });
    receiver.answersWith(500);
    const waiting = await attemptedOnce(endpoint);
    receiver.answersWith(410);
    const refused = await attemptedOnce(endpoint);
    expect(refused).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(await disabled(endpoint.id)).toMatchObject({
      disabled_reason: 'gone',
      disabled_at: clock.now().toISOString(),
    });
    await app.delivery(account, endpoint.id, waiting.event_id, ({ status }) => status === 'failed');
    const [request] = await eventually(() => {
      expect(other.received).toHaveLength(1);
      return other.received;
    });
    if (!request) throw new Error('nothing was received');
    expect(JSON.parse(request.body)).toMatchObject({
      id: expect.stringMatching(/^evt_/) as string,
      type: 'webhook.endpoint_disabled',
      timestamp: clock.now().toISOString(),
      data: {
        id: endpoint.id,
        url: receiver.url,
        disabled_reason: 'gone',
        version: 1,
        previous: { status: 'enabled' },
      },
    });
    expect(await app.statusesOf(stranger.id)).toEqual([]);
    await eventually(async () => expect((await app.pool.query('SELECT id FROM endpoint_events')).rows).toEqual([]));
  });

  it('gets nothing more', async () => {
    const endpoint = await endpointAt(receiver.url, []);
    const witness = await endpointAt(other.url, []);
    receiver.answersWith(410);
    await attemptedOnce(endpoint);
    await disabled(endpoint.id);
    await attemptedOnce(witness);
    expect(receiver.received).toHaveLength(1);
    expect(await app.statusesOf(endpoint.id)).toEqual(['failed']);
  });
});

describe('a receiver that answers 410 to an attempt', () => {
  it.each([
    ['from before its endpoint got another address', () => [{ url: other.url }]],
    ['from before its endpoint was enabled again', () => [{ status: 'disabled' }, { status: 'enabled' }]],
  ])('%s disables nothing', async (_what, patches) => {
    let answer = (): void => undefined;
    receiver.answers((_request, response) => void (answer = () => response.writeHead(410).end()));
    const endpoint = await endpointAt(receiver.url, []);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    clock.advance(1);
    for (const patch of patches()) await app.call(account, 'PATCH', `/v1/webhooks/${endpoint.id}`, patch);
    answer();
    await app.delivery(account, endpoint.id, event.id, ({ attempt_count }) => attempt_count === 1);
    expect(await read(endpoint.id)).toMatchObject({ status: 'enabled' });
  });
});

describe('a receiver that fails', () => {
  it('for five days is disabled by the tenth attempt, and not before', async () => {
    receiver.answersWith(500);
    const endpoint = await endpointAt(receiver.url, DAILY);
    const ninth = await attempted(await attemptedOnce(endpoint), 9);
    expect(clock.now().getTime() - Date.parse(ninth.attempts[0]?.started_at ?? '')).toBeGreaterThan(5 * 86_400_000);
    expect(await read(endpoint.id)).toMatchObject({ status: 'enabled' });
    expect(await attemptedAgain(ninth)).toMatchObject({ status: 'failed', attempt_count: 10, next_attempt_at: null });
    expect(await disabled(endpoint.id)).toMatchObject({ disabled_reason: 'failing' });
  });

  it('ten times in less than five days stays enabled', async () => {
    receiver.answersWith(500);
    const endpoint = await endpointAt(
      receiver.url,
      Array.from({ length: 15 }, () => 30_000),
    );
    await attempted(await attemptedOnce(endpoint), 12);
    expect(await read(endpoint.id)).toMatchObject({ status: 'enabled', disabled_at: null });
  });

  it('begins anew after a success', async () => {
    receiver.answersWith(500);
    const endpoint = await endpointAt(receiver.url, DAILY);
    const delivery = await attempted(await attemptedOnce(endpoint), 9);
    receiver.answersWith(200);
    expect(await attemptedAgain(delivery)).toMatchObject({ status: 'delivered' });
    receiver.answersWith(500);
    await attempted(await attemptedOnce(endpoint), 3);
    expect(await read(endpoint.id)).toMatchObject({ status: 'enabled' });
  });
});

describe('an endpoint that gets another address', () => {
  it('has its failures counted anew', async () => {
    for (const one of [receiver, other]) one.answersWith(500);
    const endpoint = await endpointAt(receiver.url, DAILY);
    const ninth = await attempted(await attemptedOnce(endpoint), 9);
    const path = `/v1/webhooks/${endpoint.id}`;
    expect((await app.call(account, 'PATCH', path, { url: other.url })).status).toBe(200);
    expect(await attemptedAgain(ninth)).toMatchObject({ status: 'pending', attempt_count: 10 });
    expect(await read(endpoint.id)).toMatchObject({ status: 'enabled' });
    expect(other.received).toHaveLength(1);
  });
});

describe('an endpoint without a schedule of its own', () => {
  it('is tried eight times over more than a day, each step within 20 % of the default', async () => {
    receiver.answersWith(500);
    const endpoint = await app.endpoint(account, receiver.url);
    const delivery = await attempted(await attemptedOnce(endpoint), 8);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    const times = delivery.attempts.map(({ started_at }) => Date.parse(started_at) / 1_000);
    const steps = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    steps.forEach((step, at) => {
      const waited = (times[at + 1] ?? 0) - (times[at] ?? 0);
      expect(waited).toBeGreaterThanOrEqual(step * 0.8);
      expect(waited).toBeLessThanOrEqual(step * 1.2 + 0.001);
    });
  });
});

describe('a message whose secret can no longer be opened', () => {
  it('has an attempt that says so, and follows its schedule', async () => {
    const endpoint = await endpointAt(receiver.url, [3_600]);
    await app.pool.query("UPDATE endpoints SET secret = 'lost.AAAA' WHERE id = $1", [endpoint.id]);
    const delivery = await attemptedOnce(endpoint);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ response: null, error: 'secret_unavailable', request: { headers: {} } }],
    });
    expect(await attemptedAgain(delivery)).toMatchObject({ status: 'failed', attempt_count: 2 });
    expect(receiver.received).toHaveLength(0);
  });
});

it('a step of a retry schedule is at least a second', async () => {
  const { status } = await app.call(account, 'POST', '/v1/webhooks', {
    url: receiver.url,
    event_types: ['*'],
    retry_schedule: [0],
  });
  expect(status).toBe(400);
});
