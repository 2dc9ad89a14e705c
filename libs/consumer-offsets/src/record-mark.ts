import type { KafkaMessage } from 'kafkajs';
import { headerText } from '@cds/kafka';
import { storableText } from '@cds/postgres';

/** Anybody who writes to a topic chooses ids and times: what PostgreSQL would not store must not stop the partition. */
const MAX_ID_LENGTH = 1_000;
const [FIRST_TIME, LAST_TIME] = [-1, Date.parse('9999-12-31T23:59:59.999Z')];

/** What identifies the last record that a consumer handled, so that another record at its offset is recognised. */
export interface RecordMark {
  readonly offset: bigint;
  /** The `ce_id`, as far as it can be stored; null for a record that carries none. */
  readonly eventId: string | null;
  /** When the record was sent, by the producer's clock. */
  readonly timestamp: Date;
}

export const recordMarkOf = (message: KafkaMessage): RecordMark => {
  const eventId = headerText(message.headers, 'ce_id');
  return {
    offset: BigInt(message.offset),
    eventId: eventId === undefined ? null : storableText(eventId, MAX_ID_LENGTH),
    timestamp: new Date(Math.min(Math.max(Number(message.timestamp), FIRST_TIME), LAST_TIME)),
  };
};

/**
 * Whether `messages` hold another record at the offset of `mark`: the topic was deleted and created again, or it lost
 * its tail and grew again.
 */
export const isReplaced = (mark: RecordMark | undefined, messages: readonly KafkaMessage[]): boolean => {
  const message = messages.find(({ offset }) => BigInt(offset) === mark?.offset);
  if (mark === undefined || message === undefined) return false;
  const found = recordMarkOf(message);
  return found.eventId !== mark.eventId || found.timestamp.getTime() !== mark.timestamp.getTime();
};
