import type { DomainEvent } from '@cds/event-sourcing';
import type { CloudEvent, EventPublisher } from '@cds/kafka';
import type { EventMapper } from './event-mapper.js';

/**
 * Sends events to their topics, in their order within each. `nameOf` says where a topic's events really go; undefined
 * leaves them out.
 */
export const publishByTopic = async <E extends DomainEvent>(
  publisher: EventPublisher,
  mapper: EventMapper<E>,
  events: readonly CloudEvent[],
  nameOf: (topic: string) => string | undefined = (topic) => topic,
): Promise<void> => {
  for (const [topic, ofTopic] of Map.groupBy(events, (event) => nameOf(mapper.topicOf(event))))
    if (topic !== undefined) await publisher.publish(topic, ofTopic);
};
