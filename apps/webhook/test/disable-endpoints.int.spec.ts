import { deadLetterTopic, TOPICS } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import { deadLettersOf } from './dead-letters.js';
import { Receiver } from './receiver.js';
import { accountDeleted, catchLogged, entryChanged } from './webhook.builders.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
beforeAll(async () => {
  app = await WebhookHarness.start();
  receiver = await Receiver.start();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const stateOf = async (id: string) =>
  (await app.pool.query('SELECT status, disabled_at, disabled_reason FROM endpoints WHERE id = $1', [id])).rows;
const untilDisabled = (id: string) =>
  eventually(
    async () =>
      expect(await stateOf(id)).toEqual([
        { status: 'disabled', disabled_at: expect.any(Date), disabled_reason: 'account_deleted' },
      ]),
    { timeoutMs: 10_000 },
  );

describe('a deleted account', () => {
  it('has its endpoints disabled, and nothing is sent to them any more; others’ go on', async () => {
    const [gone, other] = [someAccount(), someAccount()];
    const endpoints = [
      await app.endpoint(gone, receiver.url, { event_types: ['*'] }),
      await app.endpoint(gone, receiver.url),
    ];
    const kept = await app.endpoint(other, receiver.url, { event_types: ['*'] });
    await app.publish(accountDeleted(gone.accountId));
    for (const { id } of endpoints) await untilDisabled(id);
    const [own, everybodys] = [catchLogged(gone.accountId), entryChanged()];
    await app.publish(own, everybodys);
    await app.delivery(other, kept.id, everybodys.id, ({ status }) => status === 'delivered');
    const ids = endpoints.map(({ id }) => id);
    const { rows } = await app.pool.query(
      'SELECT FROM webhook_messages WHERE endpoint_id = ANY($1) AND event_id = ANY($2)',
      [ids, [own.id, everybodys.id]],
    );
    expect(rows).toEqual([]);
    expect(await stateOf(kept.id)).toEqual([{ status: 'enabled', disabled_at: null, disabled_reason: null }]);
  });

  it('has what waits for its endpoints failed', async () => {
    const gone = someAccount();
    const away = await Receiver.start();
    const endpoint = await app.endpoint(gone, away.url, { retry_schedule: [3_600] });
    await away.stop();
    const event = catchLogged(gone.accountId);
    await app.publish(event);
    await app.delivery(gone, endpoint.id, event.id, ({ attempt_count: attempts }) => attempts === 1);
    await app.publish(accountDeleted(gone.accountId));
    await untilDisabled(endpoint.id);
    expect(await app.statusesOf(endpoint.id)).toEqual(['failed']);
  });

  it('makes no endpoint any more by a request that was under way', async () => {
    const gone = someAccount();
    const endpoint = await app.endpoint(gone, receiver.url);
    await app.publish(accountDeleted(gone.accountId));
    await untilDisabled(endpoint.id);
    const { status, body } = await app.call(gone, 'POST', '/v1/webhooks', { url: receiver.url, event_types: ['*'] });
    expect([status, body]).toEqual([410, expect.objectContaining({ code: 'account.deleted' })]);
  });

  it('stays as it is when it is told again, and before its endpoints were known', async () => {
    const [gone, never] = [someAccount(), someAccount()];
    const endpoint = await app.endpoint(gone, receiver.url);
    const event = accountDeleted(gone.accountId);
    await app.publish(event);
    await untilDisabled(endpoint.id);
    const before = await stateOf(endpoint.id);
    await app.publish(event, accountDeleted(gone.accountId), accountDeleted(never.accountId));
    const noted = async (caller: Caller) =>
      (await app.pool.query('SELECT FROM deleted_accounts WHERE account_id = $1', [caller.accountId])).rowCount;
    await eventually(async () => expect(await noted(never)).toBe(1), { timeoutMs: 10_000 });
    expect(await stateOf(endpoint.id)).toEqual(before);
  });

  it('that is told of malformed goes to the dead letters, and the next one is heard', async () => {
    const gone = someAccount();
    const endpoint = await app.endpoint(gone, receiver.url);
    const broken = { ...accountDeleted(gone.accountId), data: { id: 7 } };
    await app.publish(broken, accountDeleted(gone.accountId));
    await untilDisabled(endpoint.id);
    await eventually(
      async () => expect(await deadLettersOf(deadLetterTopic(TOPICS.identityEvents, 'webhook'))).toContain(broken.id),
      { timeoutMs: 10_000 },
    );
  });
});
