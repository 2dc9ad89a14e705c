import { csrfHeaders } from '../session/csrf-headers.js';
import { fetchSignedIn } from '../session/fetch-signed-in.js';
import { ProblemError, type Problem } from './problem.js';

interface CallOptions {
  readonly body?: object;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Calls what is the portal's own, beside the public API: `/portal/…`. Throws a `ProblemError` for a refusal. */
export const call = async <T>(
  method: string,
  path: string,
  { body, idempotencyKey, signal }: CallOptions = {},
): Promise<T> => {
  const response = await fetchSignedIn(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(await csrfHeaders()),
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: signal ?? null,
  });
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json();
  if (!response.ok) throw new ProblemError(answer as Problem);
  return answer as T;
};
