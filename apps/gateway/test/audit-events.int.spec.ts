import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TOPICS } from '@cds/contracts';
import type { AuditRecordedV1 } from '@cds/contracts/events';
import { type CloudEvent, createKafka, EventPublisher } from '@cds/kafka';
import { newId } from '@cds/service-kit';
import { eventually, testKafka } from '@cds/testing';
import type { AuditEntryView } from '../src/identity/audit-log/audit-list/audit-list.schemas.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { asking, bodyOf } from './identity.builders.js';

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let gateway: GatewayHarness;
let publisher: EventPublisher;
beforeAll(async () => {
  gateway = await startGateway();
  const { brokers } = testKafka();
  publisher = new EventPublisher(createKafka({ brokers, clientId: 'gateway-tests', logger: SILENT }), SILENT);
  await publisher.connect();
});
afterAll(async () => {
  await gateway.stop();
  await publisher.close();
});

const recorded = (targetId: string, overrides: Partial<AuditRecordedV1> = {}): CloudEvent<AuditRecordedV1> => ({
  id: newId('event'),
  type: 'AuditRecordedV1',
  source: '/webhook',
  subject: targetId,
  time: new Date('2026-11-21T10:00:00.000Z'),
  accountId: 'acc_1',
  traceparent: null,
  data: {
    id: newId('auditEntry'),
    occurred_at: '2026-11-21T10:00:00.000Z',
    action: 'webhook_endpoint.created',
    account_id: 'acc_1',
    actor_id: 'app_1',
    target_id: targetId,
    address: '203.0.113.7',
    request_id: 'r1',
    details: { secret_shown: true },
    ...overrides,
  },
});

const entriesAbout = async (targetId: string): Promise<AuditEntryView[]> => {
  const answer = await asking(gateway, gateway.key)('GET', `/v1/audit-log?target_id=${targetId}&sort=at`);
  return bodyOf<{ data: AuditEntryView[] }>(answer).data;
};

it('what another service tells of is in the audit log', async () => {
  const targetId = newId('webhookEndpoint');
  const event = recorded(targetId);
  await publisher.publish(TOPICS.auditEvents, [event]);
  await eventually(
    async () =>
      expect(await entriesAbout(targetId)).toEqual([
        {
          id: event.data?.id,
          at: '2026-11-21T10:00:00.000Z',
          action: 'webhook_endpoint.created',
          account_id: 'acc_1',
          actor: { type: 'oauth_client', id: 'app_1' },
          target_id: targetId,
          address: '203.0.113.7',
          request_id: 'r1',
          details: { secret_shown: true },
        },
      ]),
    { timeoutMs: 20_000 },
  );
});

it('what is published twice is there once, and what a service did by itself has no actor', async () => {
  const targetId = newId('webhookEndpoint');
  const first = recorded(targetId);
  const last = recorded(targetId, {
    occurred_at: '2026-11-21T10:00:01.000Z',
    actor_id: null,
    address: null,
    request_id: null,
    details: null,
  });
  await publisher.publish(TOPICS.auditEvents, [first, first]);
  await publisher.publish(TOPICS.auditEvents, [first, last]);
  await eventually(async () => expect(await entriesAbout(targetId)).toHaveLength(2), { timeoutMs: 20_000 });
  expect((await entriesAbout(targetId)).map(({ actor, details }) => [actor?.id ?? null, details])).toEqual([
    ['app_1', { secret_shown: true }],
    [null, null],
  ]);
});
