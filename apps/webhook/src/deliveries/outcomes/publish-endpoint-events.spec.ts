import { webhookEndpointDisabledV1 } from '@cds/contracts/events';
import { publishEndpointEvent } from './publish-endpoint-events.js';

const event = {
  endpointId: 'we_1',
  accountId: 'acc_1',
  version: 2,
  endpoint: {
    url: 'https://example.com/hooks',
    event_types: ['catch.*'],
    description: null,
    disabled_reason: 'gone',
    created_at: '2026-11-20T07:30:00+00:00',
  },
  occurredAt: new Date('2026-11-21T10:00:00.000Z'),
};

it('an endpoint that was disabled is published as its contract says', () => {
  const published = publishEndpointEvent('evt_1', event);
  expect(published).toMatchObject({
    id: 'evt_1',
    type: 'WebhookEndpointDisabledV1',
    source: '/webhook',
    subject: 'we_1',
    accountId: 'acc_1',
    data: { id: 'we_1', disabled_reason: 'gone', created_at: '2026-11-20T07:30:00.000Z', version: 2 },
  });
  expect(webhookEndpointDisabledV1.parse(published.data)).toEqual(published.data);
});
