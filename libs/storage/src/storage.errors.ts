import { AppError } from '@cds/errors';

/** The storage is away, full or read-only: the same may succeed later. */
export const storageUnavailable = (cause: unknown): AppError =>
  new AppError({
    code: 'storage.unavailable',
    kind: 'unavailable',
    message: 'The file storage cannot be used right now.',
    retryAfterSeconds: 10,
    cause,
  });
