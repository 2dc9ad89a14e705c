import { AppError } from '@cds/errors';
import pLimit from 'p-limit';

/**
 * Runs work for which there is room for a few at once; the others wait for their turn. Rejects with
 * `service.unavailable` when too many wait.
 */
export const turns = ({
  atOnce,
  mostWaiting,
}: {
  atOnce: number;
  mostWaiting: number;
}): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount < atOnce + mostWaiting) return limit(work);
    throw new AppError({
      code: 'service.unavailable',
      kind: 'unavailable',
      message: 'Too many people sign in at this moment.',
      retryAfterSeconds: 2,
    });
  };
};
