import type { AnglerErasedV1, PublishedEventType } from '@cds/contracts/events';
import type { ReceivedEvent } from '@cds/messaging';
import type { WebhookEventType } from '../endpoints/event-types.js';
import type { UnreadEvent, WebhookEvent } from './webhook-event.js';

/** What each published event is called to subscribers; null for what they are not told. */
const WEBHOOK_TYPES: Readonly<Record<PublishedEventType, WebhookEventType | null>> = {
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
export const erasedAnglersIn = (events: readonly ReceivedEvent[]): string[] => events.filter(isErasure).flatMap(({ data }) => data?.id ?? []);

const isErasure = (event: ReceivedEvent): event is ReceivedEvent<AnglerErasedV1> => event.type === ('AnglerErasedV1' satisfies PublishedEventType);

/** Those of the events that subscribers are told of. */
export const webhookEventsOf = (events: readonly ReceivedEvent[]): UnreadEvent[] =>
  events.flatMap((event) => {
    const type = Object.hasOwn(WEBHOOK_TYPES, event.type) ? WEBHOOK_TYPES[event.type as PublishedEventType] : null;
    return type === null ? [] : [{ type, accountId: event.accountId, read: () => read(type, event) }];
  });

const read = (type: WebhookEventType, { id, subject, time, accountId, traceparent, data }: ReceivedEvent): WebhookEvent | null =>
  data === null ? null : { id, type, subject, time, accountId, traceparent, data };
