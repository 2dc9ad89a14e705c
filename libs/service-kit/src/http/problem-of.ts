import { type ProblemCode, PROBLEMS } from '@cds/contracts';
import { type AppError, HTTP_STATUS, sentenceOf, type Violation } from '@cds/errors';
import { appErrorOf } from './app-error-of.js';
import { type ProblemAnswer, type ProblemPlace, PROBLEM_CONTENT_TYPE } from './problem.js';

/** A problem names at most this many errors and counts the others: an answer stays small whatever was sent. */
const MAX_ERRORS = 100;

/**
 * The answer to a request that failed with `error`, whatever was thrown: expected failures say what they say, errors of
 * the framework and of HTTP are translated, a database that is away is a 503, all else a 500 that tells nothing of the
 * inside.
 */
export const problemOf = (error: unknown, at: ProblemPlace): ProblemAnswer => problemOfFailure(appErrorOf(error), at);

/** The same for an error that is an expected failure already. */
export const problemOfFailure = (failure: AppError, at: ProblemPlace): ProblemAnswer => {
  const status = statusOfFailure(failure);
  const errors = errorsOf(failure, status);
  return {
    status,
    headers: headersOf(failure, status),
    body: {
      type: `${at.problemBase ?? ''}/problems/${failure.code}`,
      title: PROBLEMS[failure.code].title,
      status,
      detail: failure.message,
      instance: at.instance,
      code: failure.code,
      request_id: at.requestId,
      ...(errors.length > 0 && {
        errors: errors.slice(0, MAX_ERRORS).map((one) => ({ ...one, detail: sentenceOf(one) })),
      }),
      ...(errors.length > MAX_ERRORS && { more_errors: errors.length - MAX_ERRORS }),
    },
  };
};

/** What is wrong with a body as a whole is listed too: whoever reads a 400 or a 422 finds all in one place. */
const errorsOf = ({ violations, code, message }: AppError, status: number): readonly Violation[] => {
  if (violations.length > 0 || (status !== 400 && status !== 422)) return violations;
  return [{ pointer: '', code: code.slice(code.indexOf('.') + 1), detail: message }];
};

/** Codes whose HTTP status is not the one of their kind. */
const STATUS_OF_CODE: { readonly [C in ProblemCode]?: number } = {
  'request.too_large': 413,
  'request.unsupported_media_type': 415,
  'request.timeout': 408,
  'request.precondition_failed': 412,
  'request.range_not_satisfiable': 416,
  'request.headers_too_large': 431,
  'route.method_not_allowed': 405,
  'service.timeout': 504,
  'internal.error': 500,
};

/** The HTTP status that a failure is answered with. */
export const statusOfFailure = ({ code, kind }: AppError): number => STATUS_OF_CODE[code] ?? HTTP_STATUS[kind];

/** RFC 6750: tells a client why its bearer token was not enough. */
const BEARER_ERRORS: { readonly [C in ProblemCode]?: string } = {
  'auth.invalid': ', error="invalid_token"',
  'auth.scope': ', error="insufficient_scope"',
};

const headersOf = ({ code, retryAfterSeconds }: AppError, status: number): Record<string, string> => {
  const headers: Record<string, string> = { 'content-type': PROBLEM_CONTENT_TYPE };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  const bearerError = BEARER_ERRORS[code];
  if (status === 401 || bearerError)
    headers['www-authenticate'] = `Bearer realm="catch-data-service"${bearerError ?? ''}`;
  return headers;
};
