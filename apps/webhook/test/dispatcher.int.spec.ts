import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';
import { DEFAULT_LIMITS } from '../src/deliveries/delivery-limits.js';

const answer = { ...DEFAULT_LIMITS.answer, headMs: 3_000 };

let app: WebhookHarness;
let receiver: Receiver;
let slow: Receiver;
let account: Caller;
beforeEach(async () => {
  receiver = await Receiver.start();
  slow = await Receiver.start();
  account = someAccount();
});
afterEach(async () => {
  await app.stop();
  await receiver.stop();
  await slow.stop();
});

const events = (count: number) => Array.from({ length: count }, () => catchLogged(account.accountId));

describe('a slow receiver', () => {
  it('gets no more requests at once than its share, and keeps nobody else waiting', async () => {
    app = await WebhookHarness.start({
      limits: { answer, drainMs: 0, slots: { total: 8, perAccount: 8, perEndpoint: 3 } },
    });
    slow.answers(() => undefined);
    await app.endpoint(account, slow.url);
    const other = someAccount();
    await app.endpoint(other, receiver.url);
    await app.publish(...events(20));
    await eventually(() => expect(slow.received.length).toBeGreaterThanOrEqual(3));
    const prompt = catchLogged(other.accountId);
    await app.publish(prompt);
    await receiver.got(prompt.id, 1, 2_500);
    expect(slow.peak).toBe(3);
  });

  it('among many leaves room for the first message to each other endpoint', async () => {
    app = await WebhookHarness.start({
      limits: { answer, drainMs: 0, slots: { total: 8, perAccount: 8, perEndpoint: 4 } },
    });
    slow.answers(() => undefined);
    for (let at = 0; at < 3; at += 1) await app.endpoint(account, slow.url);
    const other = someAccount();
    await app.endpoint(other, receiver.url);
    await app.publish(...events(10));
    await eventually(() => expect(slow.received.length).toBeGreaterThanOrEqual(7));
    const prompt = catchLogged(other.accountId);
    await app.publish(prompt);
    await receiver.got(prompt.id, 1, 2_500);
  });

  it('gets all it has to once it answers again', async () => {
    app = await WebhookHarness.start({ limits: { slots: { total: 8, perAccount: 8, perEndpoint: 2 } } });
    const endpoint = await app.endpoint(account, slow.url, { retry_schedule: [1, 1, 1] });
    slow.answersWith(500);
    await app.publish(...events(10));
    await eventually(() => expect(slow.received.length).toBeGreaterThan(10));
    slow.answersWith(200);
    await eventually(async () => expect(new Set(await app.statusesOf(endpoint.id))).toEqual(new Set(['delivered'])), {
      timeoutMs: 15_000,
    });
  });
});

describe('two copies', () => {
  it('deliver each message once between them', async () => {
    const limits = { slots: { total: 4, perAccount: 4, perEndpoint: 4 }, lookEveryMs: 60_000 };
    app = await WebhookHarness.start({ limits });
    await app.addCopy({ limits });
    receiver.answers((_request, response) => void setTimeout(() => response.end(), 20));
    const endpoints = [await app.endpoint(account, receiver.url), await app.endpoint(account, receiver.url)];
    await app.publish(...events(40));
    await eventually(
      async () => {
        for (const { id } of endpoints)
          expect((await app.statusesOf(id)).filter((status) => status === 'delivered')).toHaveLength(40);
      },
      { timeoutMs: 20_000 },
    );
    expect(receiver.received).toHaveLength(80);
    expect(receiver.peak).toBeGreaterThan(4);
  });
});
