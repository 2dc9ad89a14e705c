/** Seconds between the attempts at a message: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h. */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** The steps that an endpoint's stored schedule stands for: seconds, or null to follow the default. */
export const retryScheduleOf = (stored: unknown): readonly number[] =>
  Array.isArray(stored) ? stored.map(Number) : DEFAULT_RETRY_SCHEDULE;

const JITTER = 0.2;

export interface FailedAttempt {
  readonly schedule: readonly number[];
  /** Attempts made, the failed one included. */
  readonly attemptCount: number;
  /** What the receiver asked for. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * Milliseconds until the next attempt; null when the schedule is used up. Each step varies by 20 %, so that messages
 * that failed together do not return together. The receiver's wish counts between once and twice the step, and is never
 * undercut.
 * `random` is in [0, 1).
 */
export const retryDelayMs = (
  { schedule, attemptCount, retryAfterSeconds }: FailedAttempt,
  random: () => number,
): number | null => {
  const step = schedule[attemptCount - 1];
  if (step === undefined) return null;
  if (retryAfterSeconds === undefined) return Math.round(step * 1_000 * (1 - JITTER + 2 * JITTER * random()));
  const asked = Math.min(Math.max(retryAfterSeconds, step), 2 * step);
  return Math.ceil(Math.min(asked * (1 + JITTER * random()), 2 * step) * 1_000);
};
