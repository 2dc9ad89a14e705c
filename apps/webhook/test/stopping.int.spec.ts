import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeEach(async () => {
  app = await WebhookHarness.start({ limits: { drainMs: 1_000 } });
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(async () => {
  await app.stop();
  await receiver.stop();
});

describe('stopping', () => {
  it('lets requests finish and stores what came of them', async () => {
    receiver.answers((_request, response) => void setTimeout(() => response.end(), 300));
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    await app.service.stop();
    expect(await app.statusesOf(endpoint.id)).toEqual(['delivered']);
  });

  it('gives back what takes too long, and the next copy sends it at once', async () => {
    receiver.answers(() => undefined);
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    await app.service.stop();
    const { rows } = await app.pool.query(
      'SELECT attempt_count, due_at <= now() AS due FROM pending_messages WHERE endpoint_id = $1',
      [endpoint.id],
    );
    expect(rows).toEqual([{ attempt_count: 0, due: true }]);
    receiver.answersWith(200);
    await app.addCopy();
    await eventually(async () => expect(await app.statusesOf(endpoint.id)).toEqual(['delivered']));
    const [first, second] = await receiver.got(event.id, 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });
});
