import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

const PAUSE_MS = 250;
const limits = { unprovenPauseMs: PAUSE_MS, isLoopbackExempt: false, lookEveryMs: 500 };

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start({ limits });
  await app.addCopy({ limits });
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(() => receiver.stop());

const endpoints = async (caller: Caller, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1)
    await app.endpoint(caller, `http://localhost:${receiver.port}/${at}`, {
      retry_schedule: Array.from({ length: 20 }, () => 1),
    });
};

const DELIVERED = `SELECT message.id FROM webhook_messages AS message JOIN endpoints ON endpoints.id =
  message.endpoint_id
  WHERE message.status = 'delivered' AND endpoints.account_id = $1`;

const requests = (count: number) =>
  eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), { timeoutMs: 20_000 });

describe('a host that has never answered with 2xx', () => {
  it('gets one request after the other from fifty endpoints of an account, over all copies', async () => {
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
        const { rows } = await app.pool.query(DELIVERED, [account.accountId]);
        expect(rows).toHaveLength(30);
      },
      { timeoutMs: 20_000 },
    );
    const { rows } = await app.pool.query('SELECT host, proven_at FROM receiver_hosts WHERE account_id = $1', [
      account.accountId,
    ]);
    expect(rows).toEqual([{ host: 'localhost', proven_at: expect.any(Date) as Date }]);
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
