import type { Scope } from '@cds/contracts';
import { AppError } from '@cds/errors';

export const missingCredential = (): AppError =>
  new AppError({
    code: 'auth.missing',
    kind: 'unauthenticated',
    message: 'Send an API key or an access token in the Authorization header: Bearer cds_live_….',
  });

/** One answer for every reason, so that nobody learns which credentials exist. The reason is for the log. */
export const invalidCredential = (reason: 'malformed' | 'unknown' | 'expired' | 'revoked'): AppError =>
  new AppError({
    code: 'auth.invalid',
    kind: 'unauthenticated',
    message: 'The API key or access token is malformed, unknown, revoked or expired.',
    detail: { reason },
  });

/** Of a page of the portal that is still open. It asks for a new sign-in, and sends the call again. */
export const sessionEnded = (): AppError =>
  new AppError({
    code: 'auth.session_ended',
    kind: 'unauthenticated',
    message: 'You are signed out: the session has ended. Sign in again.',
  });

/** The page has the token of an earlier session of the browser, or it is no page of the portal's. */
export const wrongCsrfToken = (): AppError =>
  new AppError({
    code: 'auth.csrf',
    kind: 'forbidden',
    message: 'The token in X-CSRF-Token does not belong to the session of the cookie.',
  });

export const notOurPage = (): AppError =>
  new AppError({
    code: 'auth.cross_site',
    kind: 'forbidden',
    message: 'Only the portal’s own pages may call with its cookie. Send an API key or an access token instead.',
  });

/** What the call makes could outlive a session that was stolen. */
export const staleSignIn = (): AppError =>
  new AppError({
    code: 'auth.stale_sign_in',
    kind: 'forbidden',
    message: 'This call needs a sign-in of the last 15 minutes. Sign in again, then send it again.',
  });

/** The key is good. The message names the address: it is the sender's own. */
export const wrongNetwork = (address: string): AppError =>
  new AppError({
    code: 'auth.network',
    kind: 'forbidden',
    message: `The API key may not be used from ${address}, which is outside its allowed_cidrs.`,
  });

export const scopesMissing = (scopes: readonly Scope[]): AppError => {
  const named = scopes.length === 1 ? `the scope ${scopes.join()}` : `the scopes ${scopes.join(', ')}`;
  return new AppError({
    code: 'auth.scope',
    kind: 'forbidden',
    message: `The credential lacks ${named}.`,
    detail: { scopes },
  });
};
