import { AppError } from '@cds/errors';

/** Neither the keys that sign access tokens nor their revocations are known before the database was there once. */
export const oauthAway = (): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'Access tokens cannot be checked or issued right now.',
    retryAfterSeconds: 1,
  });
