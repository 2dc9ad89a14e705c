export interface GroupCommitOptions {
  /** Statements in flight at once: one waits for the disk while another one works. Default: `MAX_IN_FLIGHT`. */
  readonly maxInFlight?: number;
  /** Writers that are worth one more statement at once while another one is in flight. Default: `MIN_BATCH`. */
  readonly minBatch?: number;
  /**
   * From so many writers on that are not settled, the first statement waits for `minBatch` of them, or `maxLingerMs`,
   * too: for writers whom no one waits for, fewer statements are worth more than early ones. Default: never.
   */
  readonly busyFrom?: number;
  /** Most writers in one statement. Default: `MAX_BATCH`. */
  readonly maxBatch?: number;
  /** Most weight of the writers in one statement, if there are several. Default: any. */
  readonly maxWeight?: number;
  /** Most writers that wait; one more fails with `service.unavailable`. Default: `MAX_QUEUED`. */
  readonly maxQueued?: number;
  /** Fewer writers than `minBatch` get a free statement after waiting so long. Default: `MAX_LINGER_MS`. */
  readonly maxLingerMs?: number;
  /** A writer that waits longer fails with `service.unavailable`; nothing of it was sent. Default: `MAX_WAIT_MS`. */
  readonly maxWaitMs?: number;
  /** A statement without an answer for so long no longer holds others up. Default: `SLOW_AFTER_MS`. */
  readonly slowAfterMs?: number;
  /** A statement without an answer for so long fails, and its outcome is unknown. Default: `DEADLINE_MS`. */
  readonly deadlineMs?: number;
}

const MAX_IN_FLIGHT = 3;
const MIN_BATCH = 6;
const MAX_BATCH = 100;
const MAX_QUEUED = 2_000;
const MAX_LINGER_MS = 50;
const MAX_WAIT_MS = 5_000;
const SLOW_AFTER_MS = 2_000;
/** Below the time that the gateway waits for an answer. */
const DEADLINE_MS = 9_000;

export const GROUP_COMMIT_DEFAULTS: Required<GroupCommitOptions> = {
  maxInFlight: MAX_IN_FLIGHT,
  minBatch: MIN_BATCH,
  busyFrom: Infinity,
  maxBatch: MAX_BATCH,
  maxWeight: Infinity,
  maxQueued: MAX_QUEUED,
  maxLingerMs: MAX_LINGER_MS,
  maxWaitMs: MAX_WAIT_MS,
  slowAfterMs: SLOW_AFTER_MS,
  deadlineMs: DEADLINE_MS,
};
