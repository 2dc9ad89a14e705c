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
    [TOPICS.catchOwnerEvents],
  );
  return BigInt(rows[0]?.sum ?? 0);
};

describe('a database that has lost its last commits', () => {
  it('sends the same message once more, under the same webhook-id', async () => {
    const account = someAccount();
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId);
    await app.pool.query('CREATE TABLE former_offsets AS SELECT * FROM consumer_offsets');
    await app.publish(event);
    const [first] = await receiver.got(event.id);
    await app.delivery(account, endpoint.id, event.id, ({ status }) => status === 'delivered');
    await app.copies.pop()?.stop();
    // What a crash of PostgreSQL undoes, it undoes together: event, message, attempt and the offset after them.
    await app.pool.query('DELETE FROM webhook_messages WHERE endpoint_id = $1', [endpoint.id]);
    await app.pool.query('DELETE FROM webhook_events WHERE id = $1', [event.id]);
    await app.pool.query('DELETE FROM consumer_offsets');
    await app.pool.query('INSERT INTO consumer_offsets SELECT * FROM former_offsets');

    await app.addCopy();
    const [, again] = await receiver.got(event.id, 2);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.headers['webhook-id']).toMatch(/^msg_/);
  });
});

describe('a log that has lost its tail', () => {
  it('brings no endpoint what happened before it was created', async () => {
    const account = someAccount();
    for (let made = 0; made < 10; made += 1) await app.publish(catchLogged(account.accountId));
    await eventually(async () => expect(await handledEvents()).toBeGreaterThan(0n));
    const endpoint = await app.endpoint(account, receiver.url);
    await app.copies.pop()?.stop();
    await app.pool.query(
      'UPDATE consumer_offsets SET next_offset = next_offset + 1000, last_offset = last_offset + 1000 WHERE topic = $1',
      [TOPICS.catchOwnerEvents],
    );

    await app.addCopy();
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await receiver.got(event.id);
    const { rows } = await app.pool.query<{ event_id: string }>(
      'SELECT event_id FROM webhook_messages WHERE endpoint_id = $1',
      [endpoint.id],
    );
    expect(rows).toEqual([{ event_id: event.id }]);
    const { rows: gaps } = await app.pool.query('SELECT DISTINCT topic, reason FROM consumer_gaps');
    expect(gaps).toEqual([{ topic: TOPICS.catchOwnerEvents, reason: 'offset-beyond-end' }]);
  });
});
