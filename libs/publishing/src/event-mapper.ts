import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';

/** What a service makes of its private events for others: which topic, and what each event says there. */
export abstract class EventMapper<E extends DomainEvent = DomainEvent> {
  abstract readonly topic: string;
  /** Where some of its events go instead, as `topicOf` says. */
  readonly otherTopics: readonly string[] = [];
  /** The published events, in the order of the private ones. Called again with the same events when sending failed. */
  abstract publish(events: readonly RecordedEvent<E>[]): Promise<readonly CloudEvent[]> | readonly CloudEvent[];

  topicOf(_event: CloudEvent): string {
    return this.topic;
  }
}
