import type { KafkaMessage } from 'kafkajs';
import type { ReceivedEvent } from './cloud-event.js';
import { isReplay, originOf } from './dead-letters.js';
import { MalformedMessage } from './message-failure.js';
import { parseMessage, type ParserOf } from './message-parser.js';
import type { Source } from './source.js';

/** The events in messages of one partition, in order, without those of unknown types. Throws `MalformedMessage`. */
export const readEvents = (
  messages: readonly KafkaMessage[],
  source: Source,
  partition: number,
  parserOf: ParserOf,
): ReceivedEvent[] => {
  const receivedAt = new Date();
  const ofDeadLetters = source.topic !== source.handledAs;
  return messages.flatMap((message) => {
    if (!ofDeadLetters)
      return (
        parseMessage(message, { topic: source.topic, partition, offset: message.offset, receivedAt }, parserOf) ?? []
      );
    if (!isReplay(message.headers)) return [];
    const origin = originOf(message.headers);
    if (origin === undefined) throw new MalformedMessage('A replayed dead letter does not tell its origin');
    return parseMessage(message, { ...origin, receivedAt }, parserOf) ?? [];
  });
};
