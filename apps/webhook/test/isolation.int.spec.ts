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

/**
 * Longer than the test: no request to a silent receiver ends meanwhile, and no regular look at all queues finds a
 * message that was passed over. What is delivered is delivered because it was there, beside all that waits.
 */
const PATIENT = {
  answer: { headMs: 120_000, bodyMs: 5_000, bodyBytes: 1_024 },
  leaseMs: 150_000,
  lookEveryMs: 600_000,
  drainMs: 0,
};

/** Publishes a message to an account of its own; resolves with its endpoint once it was received. */
const receivedByAnother = async (): Promise<string> => {
  const caller = someAccount();
  const { id } = await app.endpoint(caller, prompt.url);
  const event = catchLogged(caller.accountId);
  await app.publish(event);
  expect(await prompt.got(event.id, 1, 20_000)).toHaveLength(1);
  return id;
};

/** The endpoints of all attempts that have ended, once there are any. */
const endedAttempts = (): Promise<string[]> =>
  eventually(async () => {
    const { rows } = await app.pool.query<{ endpoint: string }>(
      'SELECT stats_endpoint_id AS endpoint FROM webhook_attempts',
    );
    expect(rows).not.toHaveLength(0);
    return rows.map(({ endpoint }) => endpoint);
  });

describe('ninety receivers of two accounts that never answer', () => {
  it('hold a message to a third account back by no slot', async () => {
    app = await WebhookHarness.start({ limits: PATIENT });
    slow.answers(() => undefined);
    for (const caller of [someAccount(), someAccount()]) {
      await endpoints(caller, 45, () => slow.url);
      await app.publish(...Array.from({ length: 10 }, () => catchLogged(caller.accountId)));
    }
    // As many as the shares of the two accounts let through.
    await eventually(() => expect(slow.peak).toBeGreaterThanOrEqual(360), { timeoutMs: 20_000 });
    const third = await receivedByAnother();
    expect(slow.peak).toBeLessThanOrEqual(512);
    expect(await endedAttempts()).toEqual([third]);
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
    const resolver = new promises.Resolver({ timeout: 120_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    app = await WebhookHarness.start({ resolve: nameLookup({ resolver }), limits: PATIENT });
    const caller = someAccount();
    await endpoints(caller, 50, (at) => `https://n${String(at).padStart(3, '0')}.slow.example/`);
    await app.publish(catchLogged(caller.accountId));
    await eventually(() => expect(asked.size).toBe(8), { timeoutMs: 20_000 });
    const other = await receivedByAnother();
    expect(asked.size).toBe(8);
    expect(await endedAttempts()).toEqual([other]);
    resolver.cancel();
  });
});
