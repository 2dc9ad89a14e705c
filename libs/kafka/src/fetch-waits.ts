import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

interface TopicPartitions {
  readonly topic: string;
  readonly partitions: readonly number[];
}

/** The part of kafkajs's own code that is patched here. */
export interface ConsumerGroup {
  readonly subscriptionState: { assigned(): readonly TopicPartitions[]; active(): readonly TopicPartitions[] };
  /** How long a broker may wait for messages before it answers a fetch, in milliseconds. */
  maxWaitTime: number;
  fetch(nodeId: number): Promise<readonly { isEmpty(): boolean }[]>;
}

const LOOK_AGAIN_MS = 25;
const LONGEST_MS = 1_000;
/** A consumer that starts with 250 ms waits a second after eight seconds without a message. */
const GROWTH = 1.1;

const leastWaits = new WeakMap<ConsumerGroup, number>();

const leastWaitOf = (group: ConsumerGroup): number => {
  const known = leastWaits.get(group) ?? group.maxWaitTime;
  leastWaits.set(group, known);
  return known;
};

const has = (topics: readonly TopicPartitions[]): boolean => topics.some(({ partitions }) => partitions.length > 0);

const isPaused = ({ subscriptionState }: ConsumerGroup): boolean =>
  has(subscriptionState.assigned()) && !has(subscriptionState.active());

/**
 * Makes fetches wait longer for messages the longer none has come, up to a second. A broker answers as soon as there is
 * a message. Fetches without one are most of what an idle consumer costs itself and the broker; but a partition that is
 * resumed, and a consumer that leaves, wait for the fetch in flight to end.
 *
 * While all partitions of a consumer are paused, kafkajs sleeps as long as a fetch may wait, and does not notice when
 * one is resumed. Ours are paused for a moment after each rebalance, until their offsets are read from the database, so
 * here it looks again soon. A test pins the version of kafkajs and the file that is patched.
 */
export const { prototype: consumerGroup } = createRequire(import.meta.url)('kafkajs/src/consumer/consumerGroup.js') as {
  prototype: ConsumerGroup;
};
const { fetch } = consumerGroup;
consumerGroup.fetch = async function (nodeId) {
  const least = leastWaitOf(this);
  if (isPaused(this)) {
    this.maxWaitTime = least;
    await sleep(LOOK_AGAIN_MS);
    return [];
  }
  const batches = await fetch.call(this, nodeId);
  const isIdle = batches.every((batch) => batch.isEmpty());
  this.maxWaitTime = isIdle ? Math.max(least, Math.min(Math.ceil(this.maxWaitTime * GROWTH), LONGEST_MS)) : least;
  return batches;
};
