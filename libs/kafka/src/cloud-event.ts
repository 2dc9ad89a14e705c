/**
 * A published event as CloudEvents 1.0 carries it. `data` is null for a tombstone: the subject is gone from a compacted
 * topic.
 */
export interface CloudEvent<T = unknown> {
  /** The same each time that the event is sent again. */
  id: string;
  /** The versioned name, such as `CatchLoggedV1`. */
  type: string;
  source: string;
  /** The id of what the event is about; the Kafka key, so that one subject's events keep their order. */
  subject: string;
  time: Date;
  /** The account that owns the subject; null when nobody does. */
  accountId: string | null;
  traceparent: string | null;
  /** The topic that has the same event as its owner reads it, beside the one that it is sent to. */
  ownerTopic?: string;
  data: T | null;
}

/** An event as a consumer gets it, with its topic, partition and offset. */
export interface ReceivedEvent<T = unknown> extends Omit<CloudEvent<T>, 'ownerTopic'> {
  topic: string;
  partition: number;
  offset: string;
  receivedAt: Date;
}
