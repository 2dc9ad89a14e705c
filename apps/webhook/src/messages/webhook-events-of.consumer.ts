import type { PublishedEventType } from '@cds/contracts/events';
import type { ReceivedEvent } from '@cds/messaging';
import type { WebhookEventType } from '../endpoints/event-types.js';
import type { WebhookEvent } from './webhook-event.js';

/** What each published event is called to subscribers; null for what they are not told. */
export const WEBHOOK_TYPES: Readonly<Record<PublishedEventType, WebhookEventType | null>> = {
  CatchLoggedV1: 'catch.created',
  CatchEditedV1: 'catch.updated',
  CatchDeletedV1: 'catch.deleted',
  VerificationRequestedV1: 'verification.requested',
  VerificationApprovedV1: 'verification.approved',
  VerificationRejectedV1: 'verification.rejected',
  VerificationRevokedV1: 'verification.revoked',
  AnglerRenamedV1: null,
  AnglerErasedV1: null,
  LeaderboardEntryChangedV1: 'leaderboard.entry_changed',
  SpeciesChangedV1: null,
  AccountDeletedV1: null,
};

/** The anglers whose erasure is among the events. */
export const erasedAnglersIn = (events: readonly ReceivedEvent[]): string[] =>
  events.flatMap(({ type, subject }) => (type === ('AnglerErasedV1' satisfies PublishedEventType) ? [subject] : []));

/** Those of the events that subscribers are told of. A tombstone is none. */
export const webhookEventsOf = (events: readonly ReceivedEvent[]): WebhookEvent[] =>
  events.flatMap(({ id, type, subject, time, accountId, traceparent, data }) => {
    const told = Object.hasOwn(WEBHOOK_TYPES, type) ? WEBHOOK_TYPES[type as PublishedEventType] : null;
    return told === null || data === null ? [] : [{ id, type: told, subject, time, accountId, traceparent, data }];
  });
