import type { KafkaMessage } from 'kafkajs';
import { headerText } from '@cds/kafka';

/** What identifies the last record that a consumer handled, so that another record at its offset is recognised. */
export interface RecordMark {
  readonly offset: bigint;
  /** The `ce_id`; null for a record that carries none. */
  readonly eventId: string | null;
  /** When the record was sent, by the producer's clock. */
  readonly timestamp: Date;
}

export const recordMarkOf = (message: KafkaMessage): RecordMark => ({
  offset: BigInt(message.offset),
  eventId: headerText(message.headers, 'ce_id') ?? null,
  timestamp: new Date(Number(message.timestamp)),
});

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
