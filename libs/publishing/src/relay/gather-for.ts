import type { RelayTiming } from './relay-options.js';

const GATHER_PER_EVENT_MS = 10;
/** The longest pause while the log is not saturated. */
const UNSATURATED_MAX_MS = 50;
/** More events than this within `UNSATURATED_MAX_MS` are a thousand a second: then writers need the processor. */
const SATURATED_EVENTS = 50;

/**
 * Milliseconds from the start of a batch of `events` to the next one. An event of a quiet log hardly waits. On a busy
 * log the pause grows to `UNSATURATED_MAX_MS`, and on a saturated one to `gatherMaxMs`: then writers need the processor
 * more than readers need the last moment.
 */
export const gatherFor = (events: number, { gatherMs, gatherMaxMs }: Pick<RelayTiming, 'gatherMs' | 'gatherMaxMs'>) => {
  const unsaturated = Math.min(Math.max(gatherMs, events * GATHER_PER_EVENT_MS), UNSATURATED_MAX_MS);
  const saturated = Math.max(0, events - SATURATED_EVENTS) * GATHER_PER_EVENT_MS;
  return Math.min(unsaturated + saturated, gatherMaxMs);
};
