import { isSuccess } from './is-success.js';
import { retryAfterSeconds } from './retry-after.js';
import type { Outcome } from './answer-reader.js';
import { retryDelayMs } from './retry-delay.js';

/** A receiver that answers with this status wants nothing more: its endpoint is disabled. */
export const GONE = 410;

/** What becomes of a message after an attempt. */
export type MessageDisposition =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly nextAttemptAt: Date }
  | { readonly status: 'failed' };

export interface Tried {
  readonly schedule: readonly number[];
  /** Attempts made since the message was queued or last resent, this one included. */
  readonly attemptCount: number;
}

/**
 * Only a 2xx delivers, and after a 410 nothing more is sent. All else is tried again until the schedule is used up.
 * `random` is in [0, 1).
 */
export const dispositionOf = (
  { answer }: Outcome,
  { schedule, attemptCount }: Tried,
  now: Date,
  random: () => number,
): MessageDisposition => {
  if (answer && isSuccess(answer.status)) return { status: 'delivered' };
  if (answer?.status === GONE) return { status: 'failed' };
  const asked = retryAfterSeconds(answer?.headers['retry-after'], now);
  const delayMs = retryDelayMs({ schedule, attemptCount, retryAfterSeconds: asked }, random);
  return delayMs === null
    ? { status: 'failed' }
    : { status: 'pending', nextAttemptAt: new Date(now.getTime() + delayMs) };
};
