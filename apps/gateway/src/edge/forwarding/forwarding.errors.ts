import { AppError, findAppError, isTransientDatabaseError } from '@cds/errors';
import type { Route } from '../routing/route.js';

/** The expected failure that any error stands for. */
export const failureOf = (error: unknown): AppError =>
  findAppError(error) ?? (isTransientDatabaseError(error) ? databaseAway(error) : bug(error));

/** No copy could be reached: the request was not carried out. */
export const serviceDown = (service: Route['service'], cause?: unknown): AppError =>
  unavailable(
    `The ${service} service is not available right now. The request was not carried out.`,
    { reason: 'no copy could be reached' },
    cause,
  );

/** The connection broke before the answer: nobody knows how far the service got. */
export const brokenOff = ({ service, method }: Route, cause: unknown): AppError => {
  const advice = method === 'GET' ? '' : ' The request may have been carried out: read before you send it again.';
  return unavailable(
    `The ${service} service broke off before it answered.${advice}`,
    { reason: 'the connection broke' },
    cause,
  );
};

/** The caller did nothing wrong, and no other key would help. */
export const identityRefused = (service: Route['service']): AppError =>
  unavailable(`The ${service} service is not available right now. The request was not carried out.`, {
    reason: 'the service refused the identity that the gateway signed: compare IDENTITY_SECRETS and clocks',
  });

/** A service that is this slow needs some time. */
const RETRY_TOO_SLOW_SECONDS = 5;

/**
 * The request may have been carried out, so only one that `isRepeatable` says when to send it again: clients do so by
 * themselves.
 */
export const tooSlow = ({ service, timeoutMs }: Route, isRepeatable: boolean): AppError =>
  new AppError({
    code: 'service.timeout',
    kind: 'unavailable',
    message: `The ${service} service did not answer within ${timeoutMs / 1_000} s.`,
    ...(isRepeatable && { retryAfterSeconds: RETRY_TOO_SLOW_SECONDS }),
  });

/** The body was not there in time, or nothing of it came for as long. */
export const sentTooSlowly = (ms: number): AppError =>
  new AppError({
    code: 'request.timeout',
    kind: 'invalid',
    message: `The body came in too slowly: nothing may take longer than ${ms / 1_000} s.`,
  });

/** On average, after a while in which it may be slower. */
export const sentBelowRate = (bytesPerSecond: number): AppError =>
  new AppError({
    code: 'request.timeout',
    kind: 'invalid',
    message: `The body came in too slowly: at least ${bytesPerSecond} bytes a second are asked for.`,
  });

const unavailable = (message: string, detail: Record<string, unknown>, cause?: unknown): AppError =>
  new AppError({ code: 'service.unavailable', kind: 'unavailable', message, detail, retryAfterSeconds: 1, cause });

const databaseAway = (cause: unknown): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'API keys cannot be checked right now.',
    retryAfterSeconds: 1,
    cause,
  });

const bug = (cause: unknown): AppError =>
  new AppError({ code: 'internal.error', kind: 'unavailable', message: 'Something went wrong on our side.', cause });
