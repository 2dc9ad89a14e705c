import { backOffDelay } from '@cds/errors';

/** A turn that failed. */
export interface FailedTurn {
  /** This one included, failures in a row. */
  readonly attempt: number;
  /** Whether time may heal it: something was unavailable. All else is a bug or the job's own fault. */
  readonly isTransient: boolean;
}

/** When a job that failed is tried again. */
export interface RetryPolicy {
  /** After the first failure in a row; it doubles with each one. */
  readonly minSeconds: number;
  readonly maxSeconds: number;
  /** Whether the job fails for good now. Ignored where the queue's jobs cannot. */
  isLast(failed: FailedTurn): boolean;
}

/** The pause before the next attempt, shortened by up to half, so that jobs that failed together spread out. */
export const pauseSeconds = ({ minSeconds, maxSeconds }: RetryPolicy, attempt: number): number =>
  backOffDelay(attempt - 1, minSeconds, maxSeconds);

const MAX_ATTEMPTS = { transient: 20, other: 3 } as const;

/** What may heal is tried for about a quarter of an hour, what looks like a bug a few times. */
export const RETRY_SOON: RetryPolicy = {
  minSeconds: 1,
  maxSeconds: 60,
  isLast: ({ attempt, isTransient }) => attempt >= (isTransient ? MAX_ATTEMPTS.transient : MAX_ATTEMPTS.other),
};

/** For jobs that must be done in the end, however long it takes. */
export const RETRY_FOREVER: RetryPolicy = { minSeconds: 5, maxSeconds: 600, isLast: () => false };
