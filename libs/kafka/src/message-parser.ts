import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { messageOf } from '@cds/errors';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { ReceivedEvent } from './cloud-event.js';
import { headerText } from './headers.js';
import { MalformedMessage } from './message-failure.js';

/**
 * Finds the parser of a type's `data`, which throws on what it refuses; undefined passes the message over. `headers`
 * are those of the message.
 */
export type ParserOf = (type: string, headers?: IHeaders) => ((data: unknown) => unknown) | undefined;

/**
 * The schemas that @cds/contracts publishes. A type it lacks is a newer producer's, and none of this consumer's
 * business.
 */
export const publishedEventParser: ParserOf = (type) => {
  const schemas: Readonly<Record<string, { schema: { parse(data: unknown): unknown } }>> = PUBLISHED_EVENTS;
  return Object.hasOwn(schemas, type) ? (data) => schemas[type]?.schema.parse(data) : undefined;
};

const required = (message: KafkaMessage, name: string): string => {
  const value = headerText(message.headers, name);
  if (value === undefined || value === '') throw new MalformedMessage(`The header ${name} is missing`);
  return value;
};

const timeOf = (message: KafkaMessage): Date => {
  const time = new Date(required(message, 'ce_time'));
  if (Number.isNaN(time.getTime())) throw new MalformedMessage('The header ce_time is no time');
  return time;
};

const dataOf = (message: KafkaMessage, parse: (data: unknown) => unknown): unknown => {
  if (message.value === null) return null;
  try {
    return parse(JSON.parse(message.value.toString()));
  } catch (error) {
    throw new MalformedMessage(messageOf(error), { cause: error });
  }
};

/** The event in a message; null for a type that `parserOf` does not know. Throws `MalformedMessage`. */
export const parseMessage = (
  message: KafkaMessage,
  at: { topic: string; partition: number; offset: string; receivedAt: Date },
  parserOf: ParserOf,
): ReceivedEvent | null => {
  const type = required(message, 'ce_type');
  const parse = parserOf(type, message.headers);
  if (parse === undefined) return null;
  return {
    ...at,
    type,
    id: required(message, 'ce_id'),
    source: required(message, 'ce_source'),
    subject: required(message, 'ce_subject'),
    time: timeOf(message),
    accountId: headerText(message.headers, 'ce_accountid') ?? null,
    traceparent: headerText(message.headers, 'traceparent') ?? null,
    data: dataOf(message, parse),
  };
};
