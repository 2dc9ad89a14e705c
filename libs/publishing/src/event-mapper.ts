import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent, TopicEvents } from '@cds/kafka';

/** What a service makes of its private events for others: which topic, and what each event says there. */
export abstract class EventMapper<E extends DomainEvent = DomainEvent> {
  abstract readonly topic: string;
  /** The published events, in the order of the private ones. Called again with the same events when sending failed. */
  abstract publish(events: readonly RecordedEvent<E>[]): Promise<readonly CloudEvent[]> | readonly CloudEvent[];

  /** All that the service publishes on; more than `topic` where a mapper says so. */
  get topics(): readonly string[] {
    return [this.topic];
  }

  /** The published events of each of `topics`, as `publish` says of one. */
  async publishAll(events: readonly RecordedEvent<E>[]): Promise<readonly TopicEvents[]> {
    return [{ topic: this.topic, events: await this.publish(events) }];
  }

  /** Which of the topics that a consumer reads its backfill is sent to: all of them by default. */
  backfilled(read: readonly string[]): readonly string[] {
    return read;
  }
}
