import type { AnglerAddedV1 } from '@cds/contracts/events';
import type { ReceivedEvent, TopicEvents } from '@cds/kafka';
import { newestStates } from '@cds/messaging';
import type { Queryable } from '@cds/postgres';
import { scanEvents } from '@cds/publishing/lost-versions';
import type { Kafka } from 'kafkajs';
import { ANGLERS_TOPIC, publishKnownAngler } from '../announce-anglers/publish-known-anglers.js';
import { CATCH_TOPIC, OWNER_TOPIC } from '../catches/publish-catches.js';
import { withdrawAngler } from './publish-withdrawals.js';

type KnownAnglerEvent = ReceivedEvent<AnglerAddedV1>;
type UnknownAngler = KnownAnglerEvent & { readonly data: AnglerAddedV1 };

/**
 * The tombstones of anglers who were announced since then and are not in the database, and their erasures, but for
 * those in `withdrawn`, whose erasures are sent already: then nobody keeps a name that a catch gave them.
 */
export const withdrawAnglers = async (
  db: Queryable,
  kafka: Kafka,
  { withdrawn, since, at }: { withdrawn: ReadonlySet<string>; since: Date | undefined; at: Date },
): Promise<TopicEvents[]> => {
  const unknown = await unknownAmong(db, await announcedSince(kafka, since));
  const tombstones = unknown.map(({ subject, accountId, data }) =>
    publishKnownAngler({
      id: subject,
      accountId: accountId ?? '',
      createdAt: new Date(data.created_at),
      erasedAt: at,
    }),
  );
  const others = unknown.filter(({ subject }) => !withdrawn.has(subject));
  const erasures = [CATCH_TOPIC, OWNER_TOPIC].map((topic) => ({
    topic,
    events: others.map((event) => withdrawAngler({ ...event, topic, version: 0 }, at)),
  }));
  return [...erasures, { topic: ANGLERS_TOPIC, events: tombstones }];
};

const announcedSince = async (kafka: Kafka, since: Date | undefined): Promise<UnknownAngler[]> => {
  const announced: KnownAnglerEvent[] = [];
  await scanEvents(kafka, { topic: ANGLERS_TOPIC, since }, (events) => {
    announced.push(...(events as KnownAnglerEvent[]));
  });
  return newestStates(announced).filter((event): event is UnknownAngler => event.data !== null);
};

const unknownAmong = async (db: Queryable, anglers: readonly UnknownAngler[]): Promise<UnknownAngler[]> => {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM anglers WHERE id = ANY($1)', [
    anglers.map(({ subject }) => subject),
  ]);
  const known = new Set(rows.map(({ id }) => id));
  return anglers.filter(({ subject }) => !known.has(subject));
};
