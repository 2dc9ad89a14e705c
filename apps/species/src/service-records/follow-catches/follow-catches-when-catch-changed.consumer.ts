import { TOPICS } from '@cds/contracts';
import type { PublicCatch, PublishedEvent } from '@cds/contracts/events';
import { RelayNotifier } from '@cds/event-store';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { Clock } from '@cds/service-kit';
import type { CatchPhotos } from '../../promotions/catch-photos.js';
import { catchPhotosOf } from '../../promotions/catch-photos-of.consumer.js';
import { PhotoWithdrawer } from '../../promotions/photo-withdrawer.js';
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
    private readonly withdrawer: PhotoWithdrawer,
  ) {}

  @ConsumeEvents(TOPICS.catchEvents)
  async followCatches(events: readonly Received[], batch: BatchContext): Promise<void> {
    const changes = events.filter((event): event is OfCatch => !isOfAngler(event)).map((event) => changeOf(event));
    const follow = {
      facts: changes.map(({ fact }) => fact),
      photos: changes.map(({ photos }) => photos),
      erasedAnglerIds: events.flatMap(({ type, subject }) => (type === 'AnglerErasedV1' ? [subject] : [])),
      names: changes.map(({ fact, name, at }) => ({ anglerId: fact.anglerId, name, at })),
      givenNames: events
        .filter(isOfAngler)
        .map(({ data, time }) => ({ anglerId: data.id, name: data.name, version: data.version, at: time })),
    };
    const context = { occurredAt: this.clock.now(), actor: null, requestId: null, traceparent: null };
    const { isTold, hasChecks } = await this.handler.execute(batch.tx, follow, context, (gaps) =>
      batch.noticeVersionGaps(gaps),
    );
    if (hasChecks) batch.afterCommit(() => this.withdrawer.wake());
    if (isTold) batch.afterCommit(() => this.relay.wake());
    // What is kept of a catch that holds no record would be the same if it were written once more.
    else batch.commitAsynchronously();
  }
}

const isOfAngler = (event: Received): event is OfAngler =>
  event.type === 'AnglerRenamedV1' || event.type === 'AnglerErasedV1';

interface CatchChange {
  readonly fact: CatchFact;
  readonly photos: CatchPhotos;
  readonly name: string;
  readonly at: Date;
}

/** Every event carries the whole catch, so the newest version is all that is needed. */
const changeOf = (event: OfCatch): CatchChange => {
  const { type, data } = event;
  switch (type) {
    case 'CatchLoggedV1':
    case 'CatchEditedV1':
      return changeTo(data, { ...event, version: data.version, deleted: false });
    case 'CatchDeletedV1':
      return changeTo(data, { ...event, version: data.version, deleted: true });
    case 'VerificationRequestedV1':
    case 'VerificationApprovedV1':
    case 'VerificationRejectedV1':
    case 'VerificationRevokedV1':
      return changeTo(data.catch, { ...event, version: data.version, deleted: false });
  }
};

type Step = Pick<ReceivedEvent, 'time' | 'traceparent' | 'accountId'> & { version: number; deleted: boolean };

const changeTo = (data: PublicCatch, { time, traceparent, accountId, version, deleted }: Step): CatchChange => ({
  fact: { ...factOf(data, deleted), version, changedAt: time, traceparent },
  photos: catchPhotosOf(data, { version, deleted, accountId }),
  name: data.angler.name,
  at: time,
});

const factOf = (data: PublicCatch, deleted: boolean): CatchFact => ({
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
