import { TOPICS } from '@cds/contracts';
import { OWNER_TOPIC_HEADER, type ParserOf, publishedEventParser } from '@cds/kafka';
import type { Queryable } from '@cds/postgres';

/** What of Kafka is passed over. */
export interface Reading {
  readonly parse: ParserOf;
  readonly except: readonly string[];
}

/**
 * Until every catch service publishes `catch.owner-events`, a deployment of the previous release goes on with
 * `catch.events`, whose records name the other topic once they are there too: each event is read once. A deployment
 * that never read `catch.events` never does (ADR 71).
 */
export const formerCatchEvents = async (db: Queryable): Promise<Reading> => ({
  parse: unlessOwnersReadIt,
  except: (await hasRead(db)) ? [] : [TOPICS.catchEvents],
});

const unlessOwnersReadIt: ParserOf = (type, headers) =>
  headers?.[OWNER_TOPIC_HEADER] === undefined ? publishedEventParser(type) : undefined;

/** Where nobody can tell, the topic is read: it may have what is nowhere else. */
const hasRead = async (db: Queryable): Promise<boolean> => {
  const found = await db.query(HAS_READ, [TOPICS.catchEvents]).catch(() => null);
  return found === null || (found.rowCount ?? 0) > 0;
};

const HAS_READ = 'SELECT FROM consumer_offsets WHERE topic = $1 LIMIT 1';
