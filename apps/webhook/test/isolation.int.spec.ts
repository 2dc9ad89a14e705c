import { createSocket, type Socket } from 'node:dgram';
import { promises } from 'node:dns';
import { once } from 'node:events';
import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';
import { nameLookup } from '../src/deliveries/attempt/name-lookup.js';

let app: WebhookHarness;
let prompt: Receiver;
let slow: Receiver;
beforeEach(async () => {
  prompt = await Receiver.start();
  slow = await Receiver.start();
});
afterEach(async () => {
  await app.stop();
  await prompt.stop();
  await slow.stop();
});

const endpoints = async (caller: Caller, count: number, urlOf: (at: number) => string): Promise<void> => {
  for (let at = 0; at < count; at += 1) await app.endpoint(caller, urlOf(at));
};

/** The requests for one message to an account of its own. */
const receivedByAnother = async (timeoutMs: number) => {
  const caller = someAccount();
  await app.endpoint(caller, prompt.url);
  const event = catchLogged(caller.accountId);
  await app.publish(event);
  return prompt.got(event.id, 1, timeoutMs);
};

const attempts = async (): Promise<number> => {
  const { rows } = await app.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM webhook_attempts');
  return rows[0]?.count ?? 0;
};

describe('ninety receivers of two accounts that never answer', () => {
  it('delay no message to a third account', async () => {
    const patience = { headMs: 120_000, bodyMs: 5_000, bodyBytes: 1_024 };
    app = await WebhookHarness.start({ limits: { answer: patience, leaseMs: 150_000, drainMs: 0 } });
    slow.answers(() => undefined);
    for (const caller of [someAccount(), someAccount()]) {
      await endpoints(caller, 45, () => slow.url);
      await app.publish(...Array.from({ length: 10 }, () => catchLogged(caller.accountId)));
    }
    // As many as the shares of the two accounts let through.
    await eventually(() => expect(slow.peak).toBeGreaterThanOrEqual(180), { timeoutMs: 20_000 });
    expect(await receivedByAnother(20_000)).toHaveLength(1);
    expect(slow.peak).toBeLessThanOrEqual(256);
    expect(await eventually(async () => (await attempts()) || Promise.reject(new Error('none yet')))).toBe(1);
  });
});

describe('a receiver that takes its time', () => {
  it('gets more at once the more it has taken', async () => {
    app = await WebhookHarness.start();
    slow.answers((_request, response) => void setTimeout(() => response.end(), 200));
    const caller = someAccount();
    const { id } = await app.endpoint(caller, slow.url);
    await app.publish(...Array.from({ length: 120 }, () => catchLogged(caller.accountId)));
    await eventually(async () => expect(new Set(await app.statusesOf(id))).toEqual(new Set(['delivered'])), {
      timeoutMs: 20_000,
    });
    expect(slow.peak).toBeGreaterThan(16);
    expect(slow.peak).toBeLessThanOrEqual(64);
  });
});

describe('fifty names whose name server never answers', () => {
  let silent: Socket;
  beforeEach(async () => {
    silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterEach(() => silent.close());

  it('delay nobody else', async () => {
    const asked = new Set<string>();
    silent.on('message', (question) => asked.add(question.subarray(13, 17).toString()));
    const resolver = new promises.Resolver({ timeout: 60_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    app = await WebhookHarness.start({ resolve: nameLookup({ resolver }), limits: { drainMs: 0 } });
    const caller = someAccount();
    await endpoints(caller, 50, (at) => `https://n${String(at).padStart(3, '0')}.slow.example/`);
    await app.publish(catchLogged(caller.accountId));
    await eventually(() => expect(asked.size).toBe(8), { timeoutMs: 20_000 });
    expect(await receivedByAnother(20_000)).toHaveLength(1);
    expect(asked.size).toBe(8);
    resolver.cancel();
  });
});
