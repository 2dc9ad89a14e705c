import type { KafkaMessage } from 'kafkajs';
import {
  type ReceivedEvent,
  isReplay,
  originOf,
  MalformedMessage,
  parseMessage,
  type ParserOf,
  type Source,
} from '@cds/kafka';

/**
 * The events in messages of one partition, in order, without those of unknown types. A replayed dead letter has the
 * topic, partition and offset that it came from. A backfilled event has its own offset, under the topic that it is
 * handled as. Throws `MalformedMessage`.
 */
export const readEvents = (
  messages: readonly KafkaMessage[],
  { handledAs, kind }: Source,
  partition: number,
  parserOf: ParserOf,
): ReceivedEvent[] => {
  const receivedAt = new Date();
  return messages.flatMap((message) => {
    if (kind !== 'dead-letters') {
      const at = { topic: handledAs, partition, offset: message.offset, receivedAt };
      return parseMessage(message, at, parserOf) ?? [];
    }
    if (!isReplay(message.headers)) return [];
    const origin = originOf(message.headers);
    if (origin === undefined) throw new MalformedMessage('A replayed dead letter does not name its origin');
    return parseMessage(message, { ...origin, receivedAt }, parserOf) ?? [];
  });
};
