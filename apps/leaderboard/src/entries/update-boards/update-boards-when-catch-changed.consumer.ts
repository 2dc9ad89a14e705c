import { TOPICS } from '@cds/contracts';
import type { CatchDeletedV1, PublicCatch, PublishedEvent } from '@cds/contracts/events';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import type { CatchFact } from '../../catches/catch-fact.js';
import { EntryMoves } from '../entry-moves.js';
import { UpdateBoardsHandler } from './update-boards.handler.js';

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

@EventConsumer()
export class UpdateBoardsWhenCatchChanged {
  constructor(
    private readonly boards: UpdateBoardsHandler,
    private readonly moves: EntryMoves,
  ) {}

  @ConsumeEvents(TOPICS.catchEvents)
  async updateBoards(events: readonly Received[], batch: BatchContext): Promise<void> {
    const changes = events
      .filter((event): event is OfCatch => !isOfAngler(event))
      .map((event) => {
        const { fact, anglerName } = catchOf(event);
        const { traceparent, accountId, time: at } = event;
        return { fact: { ...fact, traceparent, accountId }, anglerName, at };
      });
    const update = {
      facts: changes.map(({ fact }) => fact),
      names: changes.map(({ fact, anglerName, at }) => ({ anglerId: fact.anglerId, name: anglerName, at })),
      givenNames: events.filter(isOfAngler).map(({ type, data, time }) => ({
        anglerId: data.id,
        name: data.name,
        version: data.version,
        at: time,
        isErased: type === 'AnglerErasedV1',
      })),
    };
    const hasChanges = await this.boards.execute(batch.tx, update, (gaps) => batch.noticeVersionGaps(gaps));
    if (hasChanges) batch.afterCommit(() => this.moves.wake());
    // Most catches are on no board. What is kept of them would be the same if it were written once more.
    else batch.commitAsynchronously();
  }
}

const isOfAngler = (event: Received): event is OfAngler =>
  event.type === 'AnglerRenamedV1' || event.type === 'AnglerErasedV1';

/** Every event carries the whole catch, so the newest version is all that boards need. */
const catchOf = ({ type, data }: OfCatch): { fact: CatchFact; anglerName: string } => {
  switch (type) {
    case 'CatchLoggedV1':
    case 'CatchEditedV1':
      return { fact: factOf(data, false), anglerName: data.angler.name };
    case 'CatchDeletedV1':
      return { fact: factOf(data, true), anglerName: data.angler.name };
    case 'VerificationRequestedV1':
    case 'VerificationApprovedV1':
    case 'VerificationRejectedV1':
    case 'VerificationRevokedV1':
      return { fact: { ...factOf(data.catch, false), version: data.version }, anglerName: data.catch.angler.name };
  }
};

const factOf = (data: PublicCatch | CatchDeletedV1, deleted: boolean): CatchFact => ({
  catchId: data.id,
  version: data.version,
  anglerId: data.angler.id,
  speciesId: data.species_id,
  weightLbs: data.weight_lbs,
  lengthIn: data.length_in,
  depthFt: data.depth_ft,
  region: data.location?.region ?? null,
  verificationTier: data.verification_tier,
  caughtAt: new Date(data.caught_at),
  deleted,
});
