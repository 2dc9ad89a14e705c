import { TOPICS } from '@cds/contracts';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import type { ReceivedEvent } from '@cds/kafka';
import { noteKnownIds } from './known-ids.js';

/** Keeps the ids that a filter may name: of the species, the boards and the anglers that there are. */
@EventConsumer()
export class NoteKnownIds {
  @ConsumeEvents(TOPICS.speciesCatalog)
  onSpecies(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return note(events, context);
  }

  @ConsumeEvents(TOPICS.leaderboardBoards)
  onBoards(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return note(events, context);
  }

  @ConsumeEvents(TOPICS.catchAnglers)
  onAnglers(events: readonly ReceivedEvent[], context: BatchContext): Promise<void> {
    return note(events, context);
  }
}

const note = async (events: readonly ReceivedEvent[], { tx }: BatchContext): Promise<void> => {
  const newest = new Map<string, ReceivedEvent>();
  for (const event of events) {
    const known = newest.get(event.subject);
    if (known === undefined || known.time <= event.time) newest.set(event.subject, event);
  }
  const heard = [...newest.values()].map(({ subject, time, data }) => ({
    id: subject,
    at: time,
    isGone: data === null,
  }));
  await noteKnownIds(tx, {
    there: heard.filter(({ isGone }) => !isGone),
    gone: heard.filter(({ isGone }) => isGone),
  });
};
