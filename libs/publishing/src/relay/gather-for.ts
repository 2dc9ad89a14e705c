import type { RelayTiming } from './relay-options.js';

/** At 50 events a second the pause is 8 ms, and at 300 it is the longest one of a log that is not saturated. */
const PAUSE_PER_EVENT_A_MS = 50 / 0.3;
/** The longest pause while the log is not saturated. */
const UNSATURATED_MAX_MS = 50;
/** Events a millisecond from which on the log is saturated: then writers need the processor. */
const SATURATED_PER_MS = 1;
const PAUSE_PER_EXCESS_MS = 1_000;

/**
 * Milliseconds from the start of a batch to the next one, where `perMs` events a millisecond came lately. An event of a
 * quiet log hardly waits. On a busy log the pause grows to `UNSATURATED_MAX_MS`, and on a saturated one to
 * `gatherMaxMs`: then writers need the processor more than readers need the last moment.
 */
export const gatherFor = (perMs: number, { gatherMs, gatherMaxMs }: Pick<RelayTiming, 'gatherMs' | 'gatherMaxMs'>) => {
  const unsaturated = Math.min(Math.max(gatherMs, perMs * PAUSE_PER_EVENT_A_MS), UNSATURATED_MAX_MS);
  const saturated = Math.max(0, perMs - SATURATED_PER_MS) * PAUSE_PER_EXCESS_MS;
  return Math.min(unsaturated + saturated, gatherMaxMs);
};
