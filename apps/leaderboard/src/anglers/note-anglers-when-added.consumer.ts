import { TOPICS } from '@cds/contracts';
import type { AnglerAddedV1 } from '@cds/contracts/events';
import type { ReceivedEvent } from '@cds/kafka';
import { type BatchContext, ConsumeEvents, EventConsumer, newestStates } from '@cds/messaging';
import { AnglerNames } from './angler-names.store.js';

/** Anglers without a catch have rankings too, if empty ones. Their erasure is an event of `catch.events`. */
@EventConsumer()
export class NoteAnglersWhenAdded {
  constructor(private readonly anglers: AnglerNames) {}

  @ConsumeEvents(TOPICS.catchAnglers)
  async note(events: readonly ReceivedEvent<AnglerAddedV1>[], { tx }: BatchContext): Promise<void> {
    const ids = newestStates(events).flatMap(({ data }) => (data ? [data.id] : []));
    if (ids.length > 0) await this.anglers.add(tx, ids);
  }
}
