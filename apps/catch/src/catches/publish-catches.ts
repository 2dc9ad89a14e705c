import { TOPICS } from '@cds/contracts';
import type { PublishedEvent, VerificationRequestedV1 } from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';
import type { CatchEvent } from './model/catch.events.js';
import type { CatchState, Deleted, Logged, VerificationState } from './model/catch.state.js';
import { catchListRow } from './read/catch-list/catch-list.projection.js';
import { type CatchView, catchView, type NamesOf, namesOfErased } from './read/catch-view.js';
import type { CatchStep } from './log/catch-states.js';

export const CATCH_TOPIC = TOPICS.catchEvents;
export const OWNER_TOPIC = TOPICS.catchOwnerEvents;

/** One event as everybody may see it, and as the owner of its subject reads it. */
export interface PublishedViews {
  readonly everyone: CloudEvent;
  readonly owner: CloudEvent;
}

/**
 * The published forms of one private event: the whole catch as that event left it and the old values of what changed,
 * under the names of the moment.
 */
export const publishCatchEvent = ({ before, event, after }: CatchStep, namesOf: NamesOf): PublishedViews => {
  if (after.status === 'unlogged') throw new Error(`the catch ${event.metadata.streamId} was never logged`);
  const { eventId, streamId, occurredAt, traceparent } = event.metadata;
  const { accountId } = after;
  const head = { id: eventId, source: '/catch', subject: streamId, time: occurredAt, accountId, traceparent };
  const shownOf = namesOf(after.details).isErased ? namesOfErased(namesOf) : namesOf;
  const as = (viewer: string | null) =>
    published(event, before, after, {
      catchOf: (state) => catchView(catchListRow(state), shownOf(state.details), viewer),
      evidenceOf: (one) => (viewer === null ? null : evidenceOf(one, after)),
    });
  return { everyone: { ...head, ownerTopic: OWNER_TOPIC, ...as(null) }, owner: { ...head, ...as(accountId) } };
};

/** What a viewer sees of a catch and of the evidence for it. A deletion carries the catch as it last was. */
interface Viewer {
  readonly catchOf: (state: Logged | Deleted) => CatchView;
  readonly evidenceOf: (verification: VerificationState) => VerificationRequestedV1['evidence'];
}

const published = (
  event: RecordedEvent<CatchEvent>,
  before: CatchState,
  after: Logged | Deleted,
  viewer: Viewer,
): PublishedEvent => {
  const view = viewer.catchOf(after);
  switch (event.type) {
    case 'CatchLogged':
      return { type: 'CatchLoggedV1', data: view };
    case 'CatchEdited':
    case 'CatchErased':
    case 'CatchPhotoAdded':
    case 'CatchPhotoRemoved':
      return { type: 'CatchEditedV1', data: { ...view, previous: previous(before, view, viewer) } };
    case 'CatchDeleted':
      return { type: 'CatchDeletedV1', data: { ...view, deleted_at: event.metadata.occurredAt.toISOString() } };
    case 'VerificationRequested':
      return { type: 'VerificationRequestedV1', data: step(event.data.verificationId, after, view, viewer) };
    case 'VerificationApproved':
      return { type: 'VerificationApprovedV1', data: decided(event.data.verificationId, before, after, view, viewer) };
    case 'VerificationRejected':
      return { type: 'VerificationRejectedV1', data: decided(event.data.verificationId, before, after, view, viewer) };
    case 'VerificationRevoked':
      return { type: 'VerificationRevokedV1', data: decided(event.data.verificationId, before, after, view, viewer) };
  }
};

/** Fields that move with every version say nothing about what changed. */
const ALWAYS_MOVES = new Set(['version', 'updated_at']);

const previous = (before: CatchState, now: CatchView, { catchOf }: Viewer): Partial<CatchView> => {
  if (before.status === 'unlogged') return {};
  const old = catchOf(before);
  const changed = Object.entries(old).filter(
    ([field, value]) =>
      !ALWAYS_MOVES.has(field) && JSON.stringify(value) !== JSON.stringify(now[field as keyof CatchView]),
  );
  return Object.fromEntries(changed);
};

const step = (
  verificationId: string,
  after: Logged | Deleted,
  view: CatchView,
  { evidenceOf }: Viewer,
): VerificationRequestedV1 => {
  const one = verificationOf(after, verificationId);
  return {
    id: one.id,
    catch_id: after.id,
    tier: one.tier,
    status: one.status,
    evidence: evidenceOf(one),
    reason: one.reason,
    requested_by: one.requestedBy,
    decided_by: one.decidedBy,
    created_at: one.createdAt.toISOString(),
    decided_at: one.decidedAt?.toISOString() ?? null,
    version: after.version,
    catch: view,
  };
};

const decided = (
  verificationId: string,
  before: CatchState,
  after: Logged | Deleted,
  view: CatchView,
  viewer: Viewer,
) => {
  const tierBefore = before.status === 'unlogged' ? after.tier : before.tier;
  return {
    ...step(verificationId, after, view, viewer),
    previous: {
      status: before.status === 'unlogged' ? 'pending' : verificationOf(before, verificationId).status,
      ...(tierBefore !== after.tier && { verification_tier: tierBefore }),
    },
  };
};

/**
 * Null where the catch is another angler's by now: whoever erases a copy of the event goes by the angler of the
 * catch.
 */
const evidenceOf = (
  { evidence: { photos, witness, certificateNumber }, anglerId }: VerificationState,
  { details }: Logged | Deleted,
): VerificationRequestedV1['evidence'] =>
  anglerId === details.anglerId ? { photos: [...photos], witness, certificate_number: certificateNumber } : null;

const verificationOf = (state: Logged | Deleted, id: string): VerificationState => {
  const one = state.verifications.find((verification) => verification.id === id);
  if (!one) throw new Error(`the catch ${state.id} has no verification ${id}`);
  return one;
};
