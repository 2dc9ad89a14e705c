import { CatchDataError } from './errors.js';
import { canBeSentAgain, type HttpRequest, isSafe } from './request.js';

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** What a service asks for beyond this is the caller's to wait for. */
const LONGEST_ASKED_MS = 60_000;

/** How long to wait before the next try, with `tried` retries behind it. Null: the failure is final. */
export const retryDelay = (failure: unknown, request: HttpRequest, tried: number): number | null => {
  if (!(failure instanceof CatchDataError) || !mayBeTriedAgain(failure, request)) return null;
  const asked = failure.retryAfterMs;
  if (asked !== undefined) return asked <= LONGEST_ASKED_MS ? asked : null;
  return backOff(tried);
};

/** Full jitter: clients that failed together do not come back together. */
export const backOff = (tried: number): number => Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tried);

const mayBeTriedAgain = (failure: CatchDataError, request: HttpRequest): boolean => {
  if (!canBeSentAgain(request.body) || !failure.retryable) return false;
  const { status, code } = failure;
  if (status === 429 || code === 'idempotency.in_progress') return true;
  if (!request.repeatable) return false;
  // A change that failed inside may be half of one: only a read, or a POST with its key, is known to be safe then.
  return status !== 500 || isSafe(request.method) || request.method === 'POST';
};
