/** The share of a step by which it may be shorter or longer. */
const JITTER = 0.2;

export interface FailedAttempt {
  readonly schedule: readonly number[];
  /** Attempts made, the failed one included. */
  readonly attemptCount: number;
  /** The receiver's `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Milliseconds until the next attempt; null when the schedule is used up. Each step varies randomly by `JITTER`, so
 * that messages that failed together are not retried together. The receiver's `Retry-After` is limited to between one
 * and two steps, and the delay is never shorter than that. `random` is in [0, 1).
 */
export const retryDelayMs = (
  { schedule, attemptCount, retryAfterSeconds }: FailedAttempt,
  random: () => number,
): number | null => {
  const step = schedule[attemptCount - 1];
  if (step === undefined) return null;
  if (retryAfterSeconds === undefined) return Math.round(step * 1_000 * (1 - JITTER + 2 * JITTER * random()));
  const wait = Math.min(Math.max(retryAfterSeconds, step), 2 * step);
  return Math.ceil(Math.min(wait * (1 + JITTER * random()), 2 * step) * 1_000);
};
