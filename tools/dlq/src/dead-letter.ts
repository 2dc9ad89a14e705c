import { DLQ_HEADERS, headerText } from '@cds/kafka';
import type { KafkaMessage } from 'kafkajs';
import type { PlacedMessage } from './read-topic.js';

export interface DeadLetter {
  readonly partition: number;
  readonly offset: string;
  readonly message: KafkaMessage;
  readonly errorCode: string;
  readonly errorMessage: string;
  /** `topic/partition/offset` of the message that it was. */
  readonly origin: string;
  /** ISO 8601; empty when the message does not tell. */
  readonly failedAt: string;
}

const toDeadLetter = ({ partition, message }: PlacedMessage): DeadLetter => {
  const text = (name: string): string => headerText(message.headers, name) ?? '';
  return {
    partition,
    offset: message.offset,
    message,
    errorCode: text(DLQ_HEADERS.errorCode),
    errorMessage: text(DLQ_HEADERS.errorMessage),
    origin: [DLQ_HEADERS.originTopic, DLQ_HEADERS.originPartition, DLQ_HEADERS.originOffset].map(text).join('/'),
    failedAt: text(DLQ_HEADERS.failedAt),
  };
};

/** The dead letters that nobody is done with, given all messages of their topic in order. */
export const waitingLetters = (messages: readonly PlacedMessage[]): DeadLetter[] => {
  const waiting = new Map<string, DeadLetter>();
  for (const placed of messages) {
    const { partition, message } = placed;
    const done = headerText(message.headers, DLQ_HEADERS.replayed) ?? headerText(message.headers, DLQ_HEADERS.dropped);
    if (done === undefined) waiting.set(`${partition}/${message.offset}`, toDeadLetter(placed));
    else waiting.delete(`${partition}/${done}`);
  }
  return [...waiting.values()];
};
