import { ProblemError, type Problem } from './problem.js';

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls a path of this origin and gives back its JSON. Throws a `ProblemError` for every other answer. */
export const request = async <T>(method: string, path: string, options: RequestOptions = {}): Promise<T> => {
  const { query = {}, body, headers, signal } = options;
  const response = await fetch(path + search(query), {
    method,
    credentials: 'same-origin',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json();
  if (!response.ok) throw new ProblemError(answer as Problem);
  return answer as T;
};

const search = (query: NonNullable<RequestOptions['query']>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size > 0 ? `?${parameters}` : '';
};
