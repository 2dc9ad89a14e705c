import { TOPICS } from '@cds/contracts';
import type { CatchDeletedV1, PublicCatch, PublishedEvent } from '@cds/contracts/events';
import { RelayNotifier } from '@cds/event-store';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { Clock } from '@cds/service-kit';
import type { CatchFact } from '../catch-fact.js';
import { FollowCatchesHandler } from './follow-catches.handler.js';

type CatchEvent = PublishedEvent<
  | 'CatchLoggedV1'
  | 'CatchEditedV1'
  | 'CatchDeletedV1'
  | 'VerificationRequestedV1'
  | 'VerificationApprovedV1'
  | 'VerificationRejectedV1'
  | 'VerificationRevokedV1'
>;
type AnglerEvent = PublishedEvent<'AnglerRenamedV1' | 'AnglerErasedV1'>;
type Received = ReceivedEvent & (CatchEvent | AnglerEvent);
type OfCatch = ReceivedEvent & CatchEvent;
type OfAngler = ReceivedEvent & AnglerEvent;

/** Counts the catches of each species, and keeps its records. */
@EventConsumer()
export class FollowCatchesWhenCatchChanged {
  constructor(
    private readonly handler: FollowCatchesHandler,
    private readonly clock: Clock,
    private readonly relay: RelayNotifier,
  ) {}

  @ConsumeEvents(TOPICS.catchEvents)
  async followCatches(events: readonly Received[], batch: BatchContext): Promise<void> {
    const changes = events.filter((event): event is OfCatch => !isOfAngler(event)).map((event) => changeOf(event));
    const follow = {
      facts: changes.map(({ fact }) => fact),
      names: changes.map(({ fact, name, at }) => ({ anglerId: fact.anglerId, name, at })),
      givenNames: events
        .filter(isOfAngler)
        .map(({ data, time }) => ({ anglerId: data.id, name: data.name, version: data.version, at: time })),
    };
    const context = { occurredAt: this.clock.now(), actor: null, requestId: null, traceparent: null };
    const isTold = await this.handler.execute(batch.tx, follow, context, (gaps) => batch.noticeVersionGaps(gaps));
    if (isTold) batch.afterCommit(() => this.relay.wake());
    // What is kept of a catch that holds no record would be the same if it were written once more.
    else batch.commitAsynchronously();
  }
}

const isOfAngler = (event: Received): event is OfAngler =>
  event.type === 'AnglerRenamedV1' || event.type === 'AnglerErasedV1';

/** Every event carries the whole catch, so the newest version is all that is needed. */
const changeOf = (event: OfCatch): { fact: CatchFact; name: string; at: Date } => {
  const { type, data, time, traceparent } = event;
  switch (type) {
    case 'CatchLoggedV1':
    case 'CatchEditedV1':
      return { fact: { ...factOf(data, false), traceparent }, name: data.angler.name, at: time };
    case 'CatchDeletedV1':
      return { fact: { ...factOf(data, true), traceparent }, name: data.angler.name, at: time };
    case 'VerificationRequestedV1':
    case 'VerificationApprovedV1':
    case 'VerificationRejectedV1':
    case 'VerificationRevokedV1': {
      const fact = { ...factOf(data.catch, false), version: data.version, traceparent };
      return { fact, name: data.catch.angler.name, at: time };
    }
  }
};

const factOf = (data: PublicCatch | CatchDeletedV1, deleted: boolean): CatchFact => ({
  catchId: data.id,
  version: data.version,
  speciesId: data.species_id,
  anglerId: data.angler.id,
  weightLbs: data.weight_lbs,
  region: data.location?.region ?? null,
  country: data.location?.country ?? null,
  verificationTier: data.verification_tier,
  caughtAt: new Date(data.caught_at),
  deleted,
});
