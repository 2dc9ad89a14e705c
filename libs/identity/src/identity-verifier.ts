import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { type Scope, SCOPES } from '@cds/contracts';
import { AppError } from '@cds/errors';
import { createVerifier } from 'fast-jwt';
import { type Call, callKey, isProofOfCall } from './call-binding.js';
import type { Caller } from './caller.js';
import { type IdentityClaims, IDENTITY_ISSUER, nowInSeconds } from './identity-claims.js';
import { bindingKey, bindingOf } from './request-binding.js';

const CLOCK_SKEW_S = 5;
const MAX_CACHED = 2_000;

/** The request that an identity came with; `proof` is its `x-cds-call`. */
export interface IdentifiedRequest extends Call {
  readonly requestId: string;
  readonly proof: string | undefined;
}

/** Who calls, by the identity in `x-cds-identity` of this request. Throws `auth.identity`. */
export type VerifyIdentity = (identity: string | undefined, request: IdentifiedRequest) => Caller;

interface Verified {
  readonly caller: Caller;
  readonly exp: number;
  /** Of the secret that signed the token: it must have bound it too. */
  readonly key: KeyObject;
  /** Of the same secret; null for an identity that is good for any call of its request. */
  readonly callKey: KeyObject | null;
}

/**
 * Checks identities meant for this service, signed with any of the secrets. Throws `auth.identity` for anything else:
 * none, malformed, another secret or algorithm, another audience, request or call, expired, or issued in the future.
 * A token is checked once, what binds it to the request each time.
 */
export const identityVerifier = (secrets: readonly string[], service: string): VerifyIdentity => {
  const check = tokenChecker(secrets, service);
  const verified = new Map<string, Verified>();
  const find = (token: string): Verified => {
    const known = verified.get(token);
    if (known && known.exp > nowInSeconds()) return known;
    const found = check(token);
    if (verified.size >= MAX_CACHED) verified.clear();
    verified.set(token, found);
    return found;
  };
  return (identity, request) => {
    if (!identity) throw refused('missing');
    const end = identity.lastIndexOf('.');
    const token = identity.slice(0, Math.max(0, end));
    const found = find(token);
    const binding = bindingOf(found.key, token, request.requestId);
    if (!isSame(identity.slice(end + 1), binding)) throw refused('made for another request');
    if (found.callKey && !isProofOfCall(found.callKey, identity, request, request.proof))
      throw refused('made for another call');
    return found.caller;
  };
};

const refused = (reason: string, cause?: unknown): AppError =>
  new AppError({
    code: 'auth.identity',
    kind: 'unauthenticated',
    message: 'The request carries no valid identity.',
    detail: { reason },
    cause,
  });

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const tokenChecker = (secrets: readonly string[], service: string): ((token: string) => Verified) => {
  const options = {
    algorithms: ['HS256' as const],
    allowedIss: IDENTITY_ISSUER,
    allowedAud: service,
    requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp'],
  };
  const checks = secrets.map((secret) => ({
    verify: createVerifier({ key: secret, ...options }),
    key: bindingKey(secret),
    ofCalls: callKey(secret),
  }));
  return (token) => {
    let failure: unknown;
    for (const { verify, key, ofCalls } of checks) {
      try {
        const claims: IdentityClaims = verify(token);
        return { caller: callerOf(claims), exp: claims.exp, key, callKey: claims.bnd === 'call' ? ofCalls : null };
      } catch (error) {
        failure = error;
      }
    }
    throw refused('not valid', failure);
  };
};

const isScope = (scope: unknown): scope is Scope => (SCOPES as readonly unknown[]).includes(scope);

const callerOf = ({ sub, acn, cid, scp, iat }: IdentityClaims): Caller => {
  if (iat > nowInSeconds() + CLOCK_SKEW_S) throw refused('issued in the future');
  if (typeof acn !== 'string' || typeof cid !== 'string' || !Array.isArray(scp)) throw refused('claims are missing');
  return { accountId: sub, accountName: acn, credentialId: cid, scopes: scp.filter(isScope) };
};
