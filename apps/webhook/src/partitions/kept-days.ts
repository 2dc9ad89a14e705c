/** So long events, messages and attempts are kept: partitions of days that ended longer ago are dropped. */
export const KEPT_DAYS = 30;

export const KEPT_MS = KEPT_DAYS * 86_400_000;
