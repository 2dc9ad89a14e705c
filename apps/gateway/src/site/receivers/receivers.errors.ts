import { AppError } from '@cds/errors';

export const receiverNotFound = (): AppError =>
  new AppError({
    code: 'receiver.not_found',
    kind: 'not-found',
    message: 'There is no test receiver at this address, or its day is over.',
  });

export const tooManyReceivers = (max: number): AppError =>
  new AppError({
    code: 'receiver.limit',
    kind: 'conflict',
    message: `An account may have ${max} test receivers. Delete one first.`,
  });

/** A receiver that answers slowly holds its sender up, and no more of them than these. */
export const tooManyAtOnce = (max: number): AppError =>
  new AppError({
    code: 'limit.in_flight',
    kind: 'too-many',
    message: `A test receiver takes ${max} requests at once.`,
    retryAfterSeconds: 1,
  });

export const receiverTakesPosts = (method: string): AppError =>
  new AppError({
    code: 'route.method_not_allowed',
    kind: 'invalid',
    message: `A test receiver takes POST, not ${method}. What it received is shown in the portal, under Webhooks.`,
  });

export const tooLargeToReceive = (limit: number): AppError =>
  new AppError({
    code: 'request.too_large',
    kind: 'invalid',
    message: `A test receiver takes bodies of up to ${limit} bytes.`,
    detail: { limit },
  });

export const receivedTooSlowly = (ms: number): AppError =>
  new AppError({
    code: 'request.timeout',
    kind: 'invalid',
    message: `The body came in too slowly: it may take ${ms / 1_000} s.`,
  });
