import type { StreamHead } from '@cds/event-store';
import {
  MalformedMessage,
  type ParserOf,
  parseMessage,
  type ReceivedEvent,
  scanTopic,
  type TopicScan,
} from '@cds/kafka';
import { int4Array, textArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import type { Kafka, KafkaMessage } from 'kafkajs';

/** A published version of a subject that the log does not have. */
export type LostEvent = ReceivedEvent<{ readonly version: number }> & { readonly data: { readonly version: number } };

/**
 * The newest published event of each subject that the log does not have under its version. A restored log may have
 * another event under this version since, or later ones. Leaves out subjects of which a tombstone came later.
 */
export const findLostEvents = async (
  db: Queryable,
  kafka: Kafka,
  { topic, since }: Omit<TopicScan, 'groupPrefix'>,
): Promise<Map<string, LostEvent>> => {
  const lost = new Map<string, LostEvent>();
  await scanEvents(kafka, { topic, since }, async (events) => {
    const newest = new Map<string, LostEvent>();
    for (const event of events)
      if (hasVersion(event)) keepNewest(newest, [event]);
      else for (const known of [newest, lost]) known.delete(event.subject);
    keepNewest(lost, await missingAmong(db, [...newest.values()]));
  });
  return lost;
};

/** Where the streams of subjects end; those without one are left out. */
export const headsOf = async (db: Queryable, subjects: readonly string[]): Promise<Map<string, StreamHead>> => {
  const { rows } = await db.query<StreamHead & { subject: string }>(HEADS, [textArray(subjects)]);
  return new Map(rows.map(({ subject, version, type }) => [subject, { version, type }]));
};

/** Events that an earlier release published may not be what the present schemas say. */
const AS_IT_IS: ParserOf = () => (data) => data;

/**
 * Gives `onEvents` the events that a topic has, in order within each partition: those with a version, and tombstones.
 * Messages in which consumers find no event either are left out.
 */
export const scanEvents = (
  kafka: Kafka,
  scan: Omit<TopicScan, 'groupPrefix'>,
  onEvents: (events: readonly ReceivedEvent[]) => Promise<void> | void,
): Promise<void> =>
  scanTopic(kafka, { ...scan, groupPrefix: 'lost-versions' }, (partition, messages) =>
    onEvents(messages.flatMap((message) => eventIn(scan.topic, partition, message))),
  );

const eventIn = (topic: string, partition: number, message: KafkaMessage): ReceivedEvent[] => {
  try {
    const event = parseMessage(message, { topic, partition, offset: message.offset, receivedAt: new Date() }, AS_IT_IS);
    return event && (hasVersion(event) || event.data === null) ? [event] : [];
  } catch (error) {
    if (error instanceof MalformedMessage) return [];
    throw error;
  }
};

const hasVersion = (event: ReceivedEvent): event is LostEvent =>
  Number.isInteger((event.data as Partial<LostEvent['data']> | null)?.version);

/** Of two events with the same version consumers have applied the first one. */
export const keepNewest = (newest: Map<string, LostEvent>, events: readonly LostEvent[]): Map<string, LostEvent> => {
  for (const event of events) {
    const known = newest.get(event.subject);
    if (known === undefined || known.data.version < event.data.version) newest.set(event.subject, event);
  }
  return newest;
};

const missingAmong = async (db: Queryable, events: readonly LostEvent[]): Promise<LostEvent[]> => {
  const { rows } = await db.query<{ event_id: string }>(MISSING, [
    textArray(events.map(({ subject }) => subject)),
    int4Array(events.map(({ data }) => data.version)),
    textArray(events.map(({ id }) => id)),
  ]);
  const missing = new Set(rows.map((row) => row.event_id));
  return events.filter(({ id }) => missing.has(id));
};

const MISSING = `
SELECT published.event_id FROM unnest($1::text[], $2::int[], $3::text[]) AS published (stream_id, version, event_id)
LEFT JOIN LATERAL (
  SELECT event_id FROM events WHERE stream_id = published.stream_id AND version = published.version LIMIT 1
) AS stored ON true
WHERE stored.event_id IS DISTINCT FROM published.event_id`;

const HEADS = `
SELECT subject, head.version, head.type FROM unnest($1::text[]) AS given (subject) CROSS JOIN LATERAL (
  SELECT version, type FROM events WHERE stream_id = given.subject ORDER BY version DESC LIMIT 1
) AS head`;
