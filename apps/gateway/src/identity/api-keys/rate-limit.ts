import type { RateLimit } from '../principals/principal.js';

/** The rate of a credential that has none of its own: requests in each window. */
export const RATE_LIMIT_DEFAULT: RateLimit = { limit: 600, windowSeconds: 60 };

/** Whether a rate lets more through than another one: in the long run, or at once. */
export const isHigher = (rate: RateLimit, than: RateLimit): boolean =>
  rate.limit > than.limit || rate.limit * than.windowSeconds > than.limit * rate.windowSeconds;
