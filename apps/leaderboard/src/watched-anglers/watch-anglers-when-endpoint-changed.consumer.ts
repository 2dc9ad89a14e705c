import { TOPICS } from '@cds/contracts';
import type { PublishedEvent } from '@cds/contracts/events';
import type { ReceivedEvent } from '@cds/kafka';
import { type BatchContext, ConsumeEvents, EventConsumer } from '@cds/messaging';
import { WatchedAnglers } from './watched-anglers.store.js';

type Received = ReceivedEvent & PublishedEvent<'WebhookAnglersWatchedV1' | 'WebhookEndpointDisabledV1'>;

/** Moves of anglers whom an endpoint watches are published, whatever their rank. */
@EventConsumer()
export class WatchAnglersWhenEndpointChanged {
  constructor(private readonly watched: WatchedAnglers) {}

  @ConsumeEvents(TOPICS.webhookEvents)
  async watch(events: readonly Received[], { tx }: BatchContext): Promise<void> {
    const changes = events.flatMap((event) =>
      event.type === 'WebhookAnglersWatchedV1'
        ? [{ endpointId: event.data.id, version: event.data.version, anglerIds: event.data.angler_ids }]
        : [],
    );
    if (changes.length > 0) await this.watched.record(tx, changes);
  }
}
