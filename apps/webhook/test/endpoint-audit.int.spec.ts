import { TOPICS } from '@cds/contracts';
import { type AuditRecordedV1, auditRecordedV1 } from '@cds/contracts/events';
import { addressSigner, type Caller } from '@cds/identity';
import { identityHeaders, TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import { eventually, readTopic, testKafka } from '@cds/testing';
import { Receiver } from './receiver.js';
import { accountDeleted, catchLogged } from './webhook.builders.js';
import { type Created, someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start();
  receiver = await Receiver.start();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
beforeEach(() => {
  account = someAccount();
});

/** What was published about an endpoint, in the order in which it happened. */
const toldOf = (endpointId: string, count: number): Promise<AuditRecordedV1[]> =>
  eventually(
    async () => {
      const messages = await readTopic(testKafka().brokers, TOPICS.auditEvents);
      const told = messages
        .filter(({ key }) => String(key) === endpointId)
        .map(({ value }) => auditRecordedV1.parse(JSON.parse(String(value))))
        .toSorted((a, b) => a.occurred_at.localeCompare(b.occurred_at));
      if (told.length < count) throw new Error(`${told.length} of ${count} facts`);
      return told;
    },
    { timeoutMs: 20_000 },
  );

const patch = (id: string, body: object) => app.call<Created>(account, 'PATCH', `/v1/webhooks/${id}`, body);

describe('the audit log is told', () => {
  it('who made, changed, rotated, enabled and deleted an endpoint, and when its secret was shown', async () => {
    const { id, secret } = await app.endpoint(account, `${receiver.url}?token=hidden`);
    await patch(id, { url: receiver.url, headers: { 'x-token': 'hidden' }, status: 'disabled' });
    await app.call(account, 'POST', `/v1/webhooks/${id}/enable`);
    const rotated = await app.call<Created>(account, 'POST', `/v1/webhooks/${id}/rotate-secret`, { overlap_hours: 2 });
    await app.call(account, 'DELETE', `/v1/webhooks/${id}`);
    const host = `127.0.0.1:${receiver.port}`;
    const told = await toldOf(id, 5);
    expect(told.map(({ action, details }) => [action, details])).toEqual([
      ['webhook_endpoint.created', { host, secret_shown: true }],
      ['webhook_endpoint.edited', { changed: ['url', 'headers', 'status'], host, status: 'disabled' }],
      ['webhook_endpoint.enabled', null],
      ['webhook_endpoint.secret_rotated', { overlap_hours: 2, secret_shown: true }],
      ['webhook_endpoint.deleted', null],
    ]);
    for (const fact of told)
      expect(fact).toMatchObject({ account_id: account.accountId, actor_id: account.credentialId, target_id: id });
    const text = JSON.stringify(told);
    for (const hidden of ['hidden', secret, rotated.body.secret]) expect(text).not.toContain(hidden);
    await eventually(async () => expect((await app.pool.query('SELECT id FROM audit_events')).rows).toEqual([]));
  });

  it('of endpoints that the service disables by itself, with the reason and without an actor', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    receiver.answersWith(410);
    await app.publish(catchLogged(account.accountId));
    const [, disabled] = await toldOf(id, 2);
    receiver.answersWith(200);
    const deleted = await app.endpoint(account, receiver.url);
    await app.publish(accountDeleted(account.accountId));
    const [, withAccount] = await toldOf(deleted.id, 2);
    const fact = { action: 'webhook_endpoint.disabled', account_id: account.accountId, actor_id: null, address: null };
    expect([disabled, withAccount]).toMatchObject([
      { ...fact, target_id: id, details: { reason: 'gone' } },
      { ...fact, target_id: deleted.id, details: { reason: 'account_deleted' } },
    ]);
  });

  it('from which address and in which request', async () => {
    const requestId = `audited-${account.accountId}`;
    const order = { url: receiver.url, event_types: ['*'] };
    const { body } = await app.call<Created>(account, 'POST', '/v1/webhooks', order, {
      ...identityHeaders('webhook', account, requestId),
      'x-cds-address': addressSigner([TEST_IDENTITY_SECRET])('203.0.113.7', requestId),
    });
    expect(await toldOf(body.id, 1)).toMatchObject([{ address: '203.0.113.7', request_id: requestId }]);
  });

  it('nothing of what was refused or changed nothing', async () => {
    const { id } = await app.endpoint(account, receiver.url);
    await patch(id, { url: receiver.url });
    await patch(id, { url: 'http://10.0.0.1/' });
    await app.call(someAccount(), 'DELETE', `/v1/webhooks/${id}`);
    await app.call(account, 'POST', `/v1/webhooks/${id}/enable`);
    await app.call(account, 'DELETE', `/v1/webhooks/${id}`);
    expect((await toldOf(id, 2)).map(({ action }) => action)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.deleted',
    ]);
  });
});
