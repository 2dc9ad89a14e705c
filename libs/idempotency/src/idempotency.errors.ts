import { AppError } from '@cds/errors';

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
  return new AppError({
    code: 'idempotency.key_reused',
    kind: 'rejected',
    message: `Idempotency-Key: ${detail}.`,
    violations: [{ parameter: 'Idempotency-Key', code: 'idempotency.key_reused', detail }],
  });
};

/** Whether a write was refused because another request took the reservation over that it was to finish. */
export const isReservationLost = (error: unknown): boolean => {
  const { code, table, column } = (error ?? {}) as { code?: unknown; table?: unknown; column?: unknown };
  return code === '23502' && table === 'idempotency_keys' && column === 'token';
};

export const answerErased = (): AppError =>
  new AppError({
    code: 'angler.erased',
    kind: 'gone',
    message: 'The first request was carried out; its answer concerned an angler who was erased.',
  });
