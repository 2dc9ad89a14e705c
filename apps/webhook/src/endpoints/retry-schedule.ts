/** Seconds before each retry of a message, for endpoints without a schedule of their own. */
export const DEFAULT_RETRY_SCHEDULE: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** The seconds before each retry, read from the stored column: null stands for the default schedule. */
export const retryScheduleOf = (stored: unknown): readonly number[] =>
  Array.isArray(stored) ? stored.map(Number) : DEFAULT_RETRY_SCHEDULE;
