import { auditRecordedV1 } from '@cds/contracts/events';
import { publishAuditEvent } from './publish-audit-events.js';

const ID = 'aud_01h455vb4pex5vsknk084sn02q';

const event = {
  accountId: 'acc_1',
  actorId: 'key_1',
  action: 'webhook_endpoint.created',
  targetId: 'we_1',
  address: '203.0.113.7',
  requestId: 'r1',
  details: { secret_shown: true },
  occurredAt: new Date('2026-11-21T10:00:00.000Z'),
};

it('a fact is published as its contract says, under what it is about', () => {
  const published = publishAuditEvent('webhook', ID, event);
  expect(published).toMatchObject({
    id: 'evt_01h455vb4pex5vsknk084sn02q',
    type: 'AuditRecordedV1',
    source: '/webhook',
    subject: 'we_1',
    accountId: 'acc_1',
    data: { id: ID, actor_id: 'key_1', occurred_at: '2026-11-21T10:00:00.000Z' },
  });
  expect(auditRecordedV1.parse(published.data)).toEqual(published.data);
});

it('a fact about nothing in particular has its account for a subject', () => {
  expect(publishAuditEvent('webhook', ID, { ...event, targetId: null }).subject).toBe('acc_1');
  expect(publishAuditEvent('webhook', ID, { ...event, targetId: null, accountId: null }).subject).toBe(ID);
});
