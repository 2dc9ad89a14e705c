import type { Violation } from '@cds/errors';

/** What is wrong with a time that a key is to end at: it is over. */
export const expiryViolations = (expiresAt: Date | null | undefined, now: Date): Violation[] =>
  expiresAt && expiresAt <= now
    ? [{ pointer: '/expires_at', code: 'too_small', detail: `must be in the future, not ${expiresAt.toISOString()}` }]
    : [];
