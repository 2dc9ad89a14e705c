import { deadLetterTopic } from '@cds/contracts';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { EventPublisher } from './event-publisher.js';
import { headerText } from './headers.js';
import { describeFailure } from './message-failure.js';
import type { Source } from './source.js';

/**
 * What a dead letter carries besides the key, value and headers of the message it was. A dead letter is done with once
 * a later message of its partition names its offset under `replayed` (its service handles that one) or `dropped`.
 */
export const DLQ_HEADERS = {
  errorCode: 'dlq_error_code',
  errorMessage: 'dlq_error_message',
  originTopic: 'dlq_origin_topic',
  originPartition: 'dlq_origin_partition',
  originOffset: 'dlq_origin_offset',
  service: 'dlq_service',
  failedAt: 'dlq_failed_at',
  replayed: 'dlq_replayed_offset',
  dropped: 'dlq_dropped_offset',
} as const;

export interface Origin {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

/** Where a dead letter's message came from first; undefined when the message is no dead letter. */
export const originOf = (headers: IHeaders | undefined): Origin | undefined => {
  const topic = headerText(headers, DLQ_HEADERS.originTopic);
  const partition = Number(headerText(headers, DLQ_HEADERS.originPartition));
  const offset = headerText(headers, DLQ_HEADERS.originOffset);
  return topic === undefined || offset === undefined || !Number.isInteger(partition)
    ? undefined
    : { topic, partition, offset };
};

/** Whether a message of a dead-letter topic asks its service to handle it again. */
export const isReplay = (headers: IHeaders | undefined): boolean =>
  headerText(headers, DLQ_HEADERS.replayed) !== undefined;

/** Long enough for any message worth reading, short enough for the brokers' limit on a message. */
const MAX_ERROR_LENGTH = 1_000;

export const toDeadLetter = (
  message: KafkaMessage,
  at: Origin,
  service: string,
  error: unknown,
  now: Date,
): Message => {
  const { [DLQ_HEADERS.replayed]: _replayed, ...headers } = message.headers ?? {};
  const failure = describeFailure(error);
  const origin = originOf(headers) ?? at;
  return {
    key: message.key,
    value: message.value,
    headers: {
      ...headers,
      [DLQ_HEADERS.errorCode]: failure.code,
      [DLQ_HEADERS.errorMessage]: failure.message.slice(0, MAX_ERROR_LENGTH),
      [DLQ_HEADERS.originTopic]: origin.topic,
      [DLQ_HEADERS.originPartition]: String(origin.partition),
      [DLQ_HEADERS.originOffset]: origin.offset,
      [DLQ_HEADERS.service]: service,
      [DLQ_HEADERS.failedAt]: now.toISOString(),
    },
  };
};

/**
 * Puts messages aside, each in the dead-letter topic of the topic whose handler refused it. Rejects with `unavailable`
 * when it cannot.
 */
export class DeadLetters {
  constructor(
    private readonly publisher: EventPublisher,
    private readonly service: string,
    private readonly sources: ReadonlyMap<string, Source>,
  ) {}

  async add(message: KafkaMessage, at: Origin, error: unknown): Promise<void> {
    const letter = toDeadLetter(message, at, this.service, error, new Date());
    const topic = this.sources.get(at.topic)?.handledAs ?? at.topic;
    await this.publisher.send(deadLetterTopic(topic, this.service), [letter]);
  }
}
