/** For how many days calls, and their numbers by hour, can be looked up. */
export const KEPT_DAYS = 7;

/** The same of numbers by minute. */
export const KEPT_DAYS_OF_MINUTES = 2;
