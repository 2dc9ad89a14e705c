import type { Scope } from '@cds/contracts';
import { AppError } from '@cds/errors';

export const missingCredential = (): AppError =>
  new AppError({ code: 'auth.missing', kind: 'unauthenticated', message: 'Send an API key in the Authorization header: Bearer cds_live_….' });

/** One answer for every reason, so that nobody learns which keys exist. The reason is for the log. */
export const invalidCredential = (reason: 'malformed' | 'unknown' | 'expired'): AppError =>
  new AppError({ code: 'auth.invalid', kind: 'unauthenticated', message: 'The API key is malformed, unknown, revoked or expired.', detail: { reason } });

export const scopeMissing = (scope: Scope): AppError =>
  new AppError({ code: 'auth.scope', kind: 'forbidden', message: `The credential lacks the scope ${scope}.`, detail: { scope } });
