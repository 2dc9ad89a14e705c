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
  const newest = new Map<string, LostEvent>();
  const withdrawals: TopicEvents[] = [];
  const gone = new Set<string>();
  for (const topic of topics) {
    const lost = [...(await findLostEvents(db, kafka, { topic, since })).values()];
    keepNewest(newest, lost);
    const heads = await corrections.headsOf(subjectsOf(lost));
    const unknown = lost.filter(({ subject }) => !heads.has(subject));
    for (const { subject } of unknown) gone.add(subject);
    withdrawals.push({ topic, events: unknown.flatMap((event) => corrections.withdraw(event, at) ?? []) });
  }
  withdrawals.push(...(await corrections.withdrawStates(gone, since, at)));
  return {
    versions: await versionsOf([...newest.values()], corrections),
    withdrawals: withdrawals.filter(({ events }) => events.length > 0),
  };
};

/** Leaves out subjects of which the log has a later version: their consumers have applied it, or will. */
const versionsOf = async (lost: readonly LostEvent[], corrections: Corrections): Promise<LostVersion[]> => {
  const heads = await corrections.headsOf(subjectsOf(lost));
  return lost.flatMap((event) => {
    const head = heads.get(event.subject);
    return head && head.version <= event.data.version && !corrections.isFinal(head) ? [{ event, head }] : [];
  });
};

const subjectsOf = (events: readonly LostEvent[]): string[] => events.map(({ subject }) => subject);
