import { HttpException } from '@nestjs/common';
import { AppError, type AppErrorFields, findAppError, isTransientDatabaseError } from '@cds/errors';
import { isReservationLost, stillRunning } from '@cds/idempotency';

/** The expected failure that any error stands for; a bug becomes `internal.error` with the error as its cause. */
export const appErrorOf = (error: unknown): AppError => {
  const expected = findAppError(error);
  if (expected) return expected;
  if (isReservationLost(error)) return stillRunning(error);
  const status = statusOf(error);
  const known = status === undefined ? undefined : BY_STATUS[status];
  if (known) return failure(known, error);
  // Before the database: a client that left in the middle of its body is an ECONNRESET too.
  if (status !== undefined && status >= 400 && status < 500)
    return failure({ code: 'request.invalid', kind: 'invalid', message: badRequest(error) }, error);
  if (isTransientDatabaseError(error)) return failure(AWAY, error);
  return failure({ code: 'internal.error', kind: 'unavailable', message: 'Something went wrong on our side.' }, error);
};

const AWAY: AppErrorFields = {
  code: 'service.unavailable',
  kind: 'unavailable',
  message: 'The service cannot reach what it needs right now.',
  retryAfterSeconds: 1,
};

const failure = (fields: AppErrorFields, cause: unknown): AppError => new AppError({ ...fields, cause });

/** Errors of Nest and Fastify by the status that they carry. */
const BY_STATUS: Readonly<Record<number, AppErrorFields>> = {
  404: { code: 'route.not_found', kind: 'not-found', message: 'No route has this method and path.' },
  405: { code: 'route.method_not_allowed', kind: 'invalid', message: 'The path does not take this method.' },
  408: { code: 'request.timeout', kind: 'invalid', message: 'The request came in too slowly.' },
  413: { code: 'request.too_large', kind: 'invalid', message: 'The body is larger than this route takes.' },
  414: { code: 'route.not_found', kind: 'not-found', message: 'No route has a path this long.' },
  415: {
    code: 'request.unsupported_media_type',
    kind: 'invalid',
    message: 'The body must be JSON: send Content-Type: application/json.',
  },
  431: { code: 'request.headers_too_large', kind: 'invalid', message: 'The headers are larger than 16 kB.' },
  503: {
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'The service is not available right now.',
    retryAfterSeconds: 1,
  },
  504: {
    code: 'service.timeout',
    kind: 'unavailable',
    message: 'The service did not answer in time.',
    retryAfterSeconds: 1,
  },
};

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
};

const BY_FASTIFY_CODE: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The path is not valid percent-encoded UTF-8.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
};

/** Nest wraps Fastify's error as the cause of its own. */
const badRequest = (error: unknown): string => {
  const origin = error instanceof HttpException && error.cause ? error.cause : error;
  const code = origin instanceof Error && 'code' in origin ? String(origin.code) : '';
  return BY_FASTIFY_CODE[code] ?? 'The request is not valid.';
};
