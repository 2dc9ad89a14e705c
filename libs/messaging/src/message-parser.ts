import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import type { KafkaMessage } from 'kafkajs';
import type { ReceivedEvent } from './cloud-event.js';
import { headerText } from './headers.js';
import { MalformedMessage } from './message-failure.js';

/** Finds the parser of a type's `data`, which throws on what it refuses; undefined passes the type over. */
export type ParserOf = (type: string) => ((data: unknown) => unknown) | undefined;

/** The schemas that @cds/contracts publishes. A type it lacks is a newer producer's, and none of this consumer's business. */
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
    throw new MalformedMessage(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

type At = Pick<ReceivedEvent, 'topic' | 'partition' | 'offset' | 'receivedAt'>;

/** A class, because a getter in an object literal would give each event a shape of its own, which is ten times as dear. */
class IncomingEvent implements ReceivedEvent {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly receivedAt: Date;
  readonly id: string;
  readonly source: string;
  readonly subject: string;
  readonly time: Date;
  readonly accountId: string | null;
  readonly traceparent: string | null;
  private read: { data: unknown } | undefined;

  constructor(
    readonly type: string,
    private readonly message: KafkaMessage,
    at: At,
    private readonly parse: (data: unknown) => unknown,
  ) {
    this.topic = at.topic;
    this.partition = at.partition;
    this.offset = at.offset;
    this.receivedAt = at.receivedAt;
    this.id = required(message, 'ce_id');
    this.source = required(message, 'ce_source');
    this.subject = required(message, 'ce_subject');
    this.time = timeOf(message);
    this.accountId = headerText(message.headers, 'ce_accountid') ?? null;
    this.traceparent = headerText(message.headers, 'traceparent') ?? null;
  }

  get data(): unknown {
    return this.reading().data;
  }

  /** Throws what asking for the data would throw. */
  parsed(): this {
    this.reading();
    return this;
  }

  private reading(): { data: unknown } {
    this.read ??= { data: dataOf(this.message, this.parse) };
    return this.read;
  }
}

/**
 * The event in a message; null for a type that `parserOf` does not know. Throws `MalformedMessage`; with `parsedWhenRead` its data is
 * parsed, and refused, when it is first asked for.
 */
export const parseMessage = (message: KafkaMessage, at: At, parserOf: ParserOf, parsedWhenRead = false): ReceivedEvent | null => {
  const type = required(message, 'ce_type');
  const parse = parserOf(type);
  if (parse === undefined) return null;
  const event = new IncomingEvent(type, message, at, parse);
  return parsedWhenRead ? event : event.parsed();
};
