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
