import { type Scope, SCOPES } from '@cds/contracts';
import { AppError } from '@cds/errors';
import { createVerifier } from 'fast-jwt';
import type { Caller } from './caller.js';
import { type IdentityClaims, IDENTITY_ISSUER, nowInSeconds } from './identity-claims.js';

const CLOCK_SKEW_S = 5;
const MAX_CACHED = 2_000;

/** Who calls, by the token in `x-cds-identity` of the request with this id. Throws `auth.identity`. */
export type VerifyIdentity = (token: string | undefined, requestId: string) => Caller;

/**
 * Checks identities meant for this service, signed with any of the secrets. Throws `auth.identity` for anything else:
 * none, malformed, another secret or algorithm, another audience or request, expired, or issued in the future.
 * A token that is good for many requests is checked once.
 */
export const identityVerifier = (secrets: readonly string[], service: string): VerifyIdentity => {
  const verifiers = secrets.map((key) =>
    createVerifier({ key, algorithms: ['HS256'], allowedIss: IDENTITY_ISSUER, allowedAud: service, requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp'] }),
  );
  const verified = new Map<string, { caller: Caller; exp: number }>();
  return (token, requestId) => {
    if (!token) throw refused('missing');
    const known = verified.get(token);
    if (known && known.exp > nowInSeconds()) return known.caller;
    const claims = verifiedClaims(verifiers, token);
    const caller = callerOf(claims, requestId);
    if (claims.rid !== undefined) return caller;
    if (verified.size >= MAX_CACHED) verified.clear();
    verified.set(token, { caller, exp: claims.exp });
    return caller;
  };
};

const refused = (reason: string, cause?: unknown): AppError =>
  new AppError({ code: 'auth.identity', kind: 'unauthenticated', message: 'The request carries no valid identity.', detail: { reason }, cause });

const verifiedClaims = (verifiers: readonly ((token: string) => IdentityClaims)[], token: string): IdentityClaims => {
  let failure: unknown;
  for (const verify of verifiers) {
    try {
      return verify(token);
    } catch (error) {
      failure = error;
    }
  }
  throw refused('not valid', failure);
};

const isScope = (scope: unknown): scope is Scope => (SCOPES as readonly unknown[]).includes(scope);

const callerOf = ({ sub, acn, cid, scp, rid, iat }: IdentityClaims, requestId: string): Caller => {
  if (iat > nowInSeconds() + CLOCK_SKEW_S) throw refused('issued in the future');
  if (rid !== undefined && rid !== requestId) throw refused('made for another request');
  if (typeof acn !== 'string' || typeof cid !== 'string' || !Array.isArray(scp)) throw refused('claims are missing');
  return { accountId: sub, accountName: acn, credentialId: cid, scopes: scp.filter(isScope) };
};
