import { TOPICS } from '@cds/contracts';
import { eventually } from '@cds/testing';
import { Receiver } from './receiver.js';
import { catchLogged } from './webhook.builders.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
beforeAll(async () => {
  app = await WebhookHarness.start();
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

const handledEvents = async (): Promise<bigint> => {
  const { rows } = await app.pool.query<{ sum: string }>(
    'SELECT coalesce(sum(last_offset), 0) AS sum FROM consumer_offsets WHERE topic = $1 AND last_offset IS NOT NULL',
    [TOPICS.catchEvents],
  );
  return BigInt(rows[0]?.sum ?? 0);
};

describe('a log that has lost its tail', () => {
  it('brings no endpoint what happened before it was created', async () => {
    const account = someAccount();
    for (let made = 0; made < 10; made += 1) await app.publish(catchLogged(account.accountId));
    await eventually(async () => expect(await handledEvents()).toBeGreaterThan(0n));
    const endpoint = await app.endpoint(account, receiver.url);
    await app.copies.pop()?.stop();
    await app.pool.query(
      'UPDATE consumer_offsets SET next_offset = next_offset + 1000, last_offset = last_offset + 1000 WHERE topic = $1',
      [TOPICS.catchEvents],
    );

    await app.addCopy();
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    const { rows } = await app.pool.query<{ event_id: string }>(
      'SELECT event_id FROM messages WHERE endpoint_id = $1',
      [endpoint.id],
    );
    expect(rows).toEqual([{ event_id: event.id }]);
    const { rows: gaps } = await app.pool.query('SELECT DISTINCT topic, reason FROM consumer_gaps');
    expect(gaps).toEqual([{ topic: TOPICS.catchEvents, reason: 'offset-beyond-end' }]);
  });
});
