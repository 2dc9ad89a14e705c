import { queryClient } from '../app/query-client.js';
import { leave } from './leave.js';
import { sessionQuery } from './session.js';
import { askToSignIn, type Reason } from './sign-in-question.js';

/** Of an answer's head. */
const PATIENCE_MS = 60_000;

/**
 * Sends a call of the API. When it is refused because the session has ended, or because the sign-in is too long ago,
 * the person signs in again in another window, and the same call is sent again: with the same body and
 * `Idempotency-Key`, so whatever waits for it goes on as if nothing had happened. Who declines gets the refusal.
 */
export const fetchSignedIn = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetchWithin(url, init);
  const code = await codeOf(response);
  if (code === undefined || !(await isRenewed(code))) return response;
  const headers = new Headers(init.headers);
  const { csrf_token: token } = await queryClient.ensureQueryData(sessionQuery);
  headers.set('x-csrf-token', token ?? '');
  return fetchWithin(url, { ...init, headers });
};

/** Code of a refusal that a new sign-in may heal, and what to ask for; null: another tab has signed in already. */
const REASONS: Readonly<Record<string, Reason | null>> = {
  'auth.session_ended': 'ended',
  'auth.stale_sign_in': 'stale',
  'auth.csrf': null,
};

const isRenewed = async (code: string): Promise<boolean> => {
  const reason = REASONS[code] ?? null;
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  if (reason !== null && !(await askToSignIn(reason))) return false;
  const now = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (now.person === null) return reason === null && (await isRenewed('auth.session_ended'));
  // Somebody else signed in.
  if (before?.person && before.person.id !== now.person.id) return leave();
  return now.csrf_token !== before?.csrf_token;
};

const codeOf = async (response: Response): Promise<string | undefined> => {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { code } = (await response.clone().json()) as { readonly code?: string };
  return code !== undefined && code in REASONS ? code : undefined;
};

/** An upload takes as long as it takes. */
const fetchWithin = async (url: string, init: RequestInit): Promise<Response> => {
  if (init.body && typeof init.body !== 'string') return fetch(url, init);
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new DOMException('No answer in time', 'TimeoutError')), PATIENCE_MS);
  const stop = (): void => patience.abort(init.signal?.reason);
  init.signal?.addEventListener('abort', stop);
  try {
    if (init.signal?.aborted) stop();
    return await fetch(url, { ...init, signal: patience.signal });
  } finally {
    clearTimeout(timer);
  }
};
