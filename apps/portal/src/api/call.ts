import { csrfHeaders } from '../session/csrf-headers.js';
import { fetchSignedIn } from '../session/fetch-signed-in.js';
import { ProblemError, type Problem } from './problem.js';

type Query = Readonly<Record<string, string | number | undefined>>;

/** Calls what is the portal's own, beside the public API: `/portal/…`. Throws a `ProblemError` for a refusal. */
export const call = async <T>(method: string, path: string, query: Query = {}, signal?: AbortSignal): Promise<T> => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const response = await fetchSignedIn(parameters.size > 0 ? `${path}?${parameters}` : path, {
    method,
    credentials: 'same-origin',
    headers: await csrfHeaders(),
    signal: signal ?? null,
  });
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json();
  if (!response.ok) throw new ProblemError(answer as Problem);
  return answer as T;
};
