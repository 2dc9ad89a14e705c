import { createRequire } from 'node:module';

/** The part of kafkajs's own code that is patched here. */
export interface HeartbeatingGroup {
  heartbeat(options: { interval: number }): Promise<void>;
}

/** Earlier than any time: kafkajs then takes a heartbeat for due. */
const ALWAYS_DUE = Number.NEGATIVE_INFINITY;

const lastBeats = new WeakMap<HeartbeatingGroup, number>();

/**
 * Makes heartbeats due by the monotonic clock. kafkajs takes the time of the host: when that is put back, it sends none
 * until the clock is where it was. The broker then gives the consumer's partitions to others, and as the consumer goes
 * on fetching what it had, it never learns that it is no member of its group any more. A test of `fetch-waits.ts` pins
 * the version of kafkajs and the file that is patched.
 */
export const { prototype: heartbeatingGroup } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/consumerGroup.js',
) as { prototype: HeartbeatingGroup };
const { heartbeat } = heartbeatingGroup;
heartbeatingGroup.heartbeat = async function ({ interval }) {
  const last = lastBeats.get(this);
  if (last !== undefined && performance.now() < last + interval) return;
  await heartbeat.call(this, { interval: ALWAYS_DUE });
  lastBeats.set(this, performance.now());
};
