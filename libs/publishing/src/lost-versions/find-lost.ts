import type { StreamHead } from '@cds/event-store';
import type { TopicEvents } from '@cds/kafka';
import type { Queryable } from '@cds/postgres';
import type { Kafka } from 'kafkajs';
import type { Corrections } from './corrections.js';
import { findLostEvents, keepNewest, type LostEvent } from './lost-events.js';

/** A subject that the database has, whose consumers have applied a version that the log does not have. */
export interface LostVersion {
  readonly event: LostEvent;
  readonly head: StreamHead;
}

/** What consumers have applied and the database does not say. */
export interface Lost {
  readonly versions: readonly LostVersion[];
  /** What tells them that subjects are gone which the database does not have. */
  readonly withdrawals: readonly TopicEvents[];
}

export interface LostVersionsSearch {
  readonly db: Queryable;
  readonly kafka: Kafka;
  /** Each of them has every event of the log. */
  readonly topics: readonly string[];
  readonly since: Date | undefined;
  readonly corrections: Corrections;
}

export const findLost = async ({ db, kafka, topics, since, corrections }: LostVersionsSearch): Promise<Lost> => {
  const at = new Date();
  const lost: LostEvent[] = [];
  for (const topic of topics) lost.push(...(await findLostEvents(db, kafka, { topic, since })).values());
  const newest = keepNewest(new Map<string, LostEvent>(), lost);
  const heads = await corrections.headsOf([...newest.keys()]);
  const unknown = lost.filter(({ subject }) => !heads.has(subject));
  const gone = new Set(unknown.map(({ subject }) => subject));
  const withdrawals = topics.map((topic) => ({
    topic,
    events: unknown.flatMap((event) => (event.topic === topic ? (corrections.withdraw(event, at) ?? []) : [])),
  }));
  const ofStates = await corrections.withdrawStates(gone, since, at);
  return {
    versions: versionsOf([...newest.values()], heads, corrections),
    withdrawals: [...withdrawals, ...ofStates].filter(({ events }) => events.length > 0),
  };
};

/** Leaves out subjects of which the log has a later version: their consumers have applied it, or will. */
const versionsOf = (
  lost: readonly LostEvent[],
  heads: ReadonlyMap<string, StreamHead>,
  corrections: Corrections,
): LostVersion[] =>
  lost.flatMap((event) => {
    const head = heads.get(event.subject);
    return head && head.version <= event.data.version && !corrections.isFinal(head) ? [{ event, head }] : [];
  });
