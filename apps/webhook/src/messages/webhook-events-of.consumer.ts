import type { PublishedEventType } from '@cds/contracts/events';
import type { ReceivedEvent } from '@cds/kafka';
import type { WebhookEventType } from '../endpoints/event-types.js';
import type { WebhookEvent } from './webhook-event.js';

/** What each published event is called to subscribers; null for what they do not get. */
export const WEBHOOK_TYPES: Readonly<Record<PublishedEventType, WebhookEventType | null>> = {
  CatchLoggedV1: 'catch.created',
  CatchEditedV1: 'catch.updated',
  CatchDeletedV1: 'catch.deleted',
  VerificationRequestedV1: 'verification.requested',
  VerificationApprovedV1: 'verification.approved',
  VerificationRejectedV1: 'verification.rejected',
  VerificationRevokedV1: 'verification.revoked',
  AnglerAddedV1: null,
  AnglerRenamedV1: null,
  AnglerErasedV1: null,
  LeaderboardChangedV1: null,
  LeaderboardEntryChangedV1: 'leaderboard.entry_changed',
  LeaderboardLeaderChangedV1: 'leaderboard.leader_changed',
  LeaderboardPeriodClosedV1: 'leaderboard.period_closed',
  SpeciesChangedV1: null,
  SpeciesRecordBrokenV1: 'species.record_broken',
  AccountDeletedV1: null,
  WebhookAnglersWatchedV1: null,
  WebhookEndpointDisabledV1: 'webhook.endpoint_disabled',
  AuditRecordedV1: null,
};

/** The anglers whose erasure is among the events. */
export const erasedAnglersIn = (events: readonly ReceivedEvent[]): string[] =>
  events.flatMap(({ type, subject }) => (type === ('AnglerErasedV1' satisfies PublishedEventType) ? [subject] : []));

/** The events that subscribers get. A tombstone is none of them. */
export const webhookEventsOf = (events: readonly ReceivedEvent[]): WebhookEvent[] =>
  events.flatMap(({ id, type, subject, time, accountId, traceparent, data }) => {
    const name = Object.hasOwn(WEBHOOK_TYPES, type) ? WEBHOOK_TYPES[type as PublishedEventType] : null;
    return name === null || data === null ? [] : [{ id, type: name, subject, time, accountId, traceparent, data }];
  });
