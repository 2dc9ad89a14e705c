import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

const PAUSE_MS = 400;
const limits = { unprovenPauseMs: PAUSE_MS, isLoopbackExempt: false, lookEveryMs: 500 };

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeEach(async () => {
  app = await WebhookHarness.start({ limits });
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

const endpoints = async (caller: Caller, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1)
    await app.endpoint(caller, `http://localhost:${receiver.port}/${at}`, {
      retry_schedule: Array.from({ length: 20 }, () => 1),
    });
};

const requests = (count: number) =>
  eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), { timeoutMs: 20_000 });

describe('a host that has never answered with 2xx', () => {
  it('gets one request after the other from fifty endpoints of an account, over all copies', async () => {
    await app.addCopy({ limits });
    receiver.answersWith(404);
    await endpoints(account, 50);
    const begunAt = performance.now();
    await app.publish(...Array.from({ length: 4 }, () => catchLogged(account.accountId)));
    await requests(8);
    const slots = (performance.now() - begunAt) / PAUSE_MS;
    expect(receiver.received.length).toBeLessThanOrEqual(slots + 1);
    expect(receiver.peak).toBeLessThanOrEqual(2);
    expect(new Set(receiver.received.map(({ path }) => path)).size).toBeGreaterThan(4);
  });

  it('gets everything once it has', async () => {
    receiver.answersWith(500);
    await endpoints(account, 10);
    await app.publish(...Array.from({ length: 3 }, () => catchLogged(account.accountId)));
    await requests(2);
    receiver.answersWith(200);
    await eventually(
      async () => {
        const { rows } = await app.pool.query("SELECT id FROM webhook_messages WHERE status = 'delivered'");
        expect(rows).toHaveLength(30);
      },
      { timeoutMs: 20_000 },
    );
    const { rows } = await app.pool.query('SELECT account_id, host, proven_at FROM receiver_hosts');
    expect(rows).toEqual([{ account_id: account.accountId, host: 'localhost', proven_at: expect.any(Date) as Date }]);
    // Far fewer than one pause for each of thirty.
    expect(receiver.received.length).toBeLessThan(45);
  });

  it('is proven for the account that it has answered, and for no other', async () => {
    await endpoints(account, 1);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    receiver.answersWith(404);
    const stranger = someAccount();
    await endpoints(stranger, 20);
    const begunAt = performance.now();
    await app.publish(catchLogged(stranger.accountId));
    await requests(4);
    expect(receiver.received.length - 1).toBeLessThanOrEqual((performance.now() - begunAt) / PAUSE_MS + 1);
  });
});

it('this machine needs no proof by default', async () => {
  const other = await WebhookHarness.start();
  receiver.answersWith(404);
  for (let at = 0; at < 5; at += 1) await other.endpoint(account, receiver.url, { retry_schedule: [] });
  const event = catchLogged(account.accountId);
  await other.publish(event);
  expect(await receiver.got(event.id, 5)).toHaveLength(5);
  expect((await other.pool.query('SELECT host FROM receiver_hosts')).rows).toEqual([]);
  await other.stop();
});
