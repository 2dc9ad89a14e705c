import { describe, expect, it } from '@jest/globals';
import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { recorded } from '@cds/testing/events';
import { publishAccountEvent } from './publish-accounts.js';

describe('the deletion of an account', () => {
  it('is published as the contract says, under the account’s id', () => {
    const occurredAt = new Date('2026-11-21T10:00:00.000Z');
    const event = publishAccountEvent(
      recorded({ type: 'AccountDeleted', data: {} }, { eventId: 'evt_1', streamId: 'acc_1', occurredAt }),
    );
    expect(event).toEqual({
      id: 'evt_1',
      type: 'AccountDeletedV1',
      source: '/gateway',
      subject: 'acc_1',
      time: occurredAt,
      accountId: 'acc_1',
      traceparent: null,
      data: { id: 'acc_1', deleted_at: '2026-11-21T10:00:00.000Z', version: 1 },
    });
    expect(PUBLISHED_EVENTS.AccountDeletedV1.schema.parse(event.data)).toEqual(event.data);
  });
});
