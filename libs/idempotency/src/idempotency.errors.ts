import { AppError } from '@cds/errors';
import { violates } from '@cds/postgres';
import { HELD_RESERVATION } from './reservation.js';

/** Another request holds the key: it runs, or its process died and its lease has not run out. */
export const stillRunning = (cause?: unknown): AppError =>
  new AppError({
    code: 'idempotency.in_progress',
    kind: 'conflict',
    message: 'The first request with this Idempotency-Key has no answer yet.',
    retryAfterSeconds: 1,
    cause,
  });

export const keyReused = (): AppError => {
  const detail = 'was used for another method, path or body in the last 24 hours';
  const parameter = 'Idempotency-Key';
  return new AppError({
    code: 'idempotency.key_reused',
    kind: 'rejected',
    message: `\`${parameter}\` ${detail}.`,
    violations: [{ parameter, code: 'idempotency.key_reused', detail }],
  });
};

/** Whether a write was refused because another request has taken over the reservation that it was to finish. */
export const isReservationLost = (error: unknown): boolean => violates(error, HELD_RESERVATION);

export const answerErased = (): AppError =>
  new AppError({
    code: 'angler.erased',
    kind: 'gone',
    message: 'The first request was carried out; its answer concerned an angler who was erased.',
  });
