import { createSigner } from 'fast-jwt';
import type { Caller } from './caller.js';
import { type IdentityClaims, IDENTITY_ISSUER, nowInSeconds } from './identity-claims.js';

const LIFETIME_S = 30;
const REUSED_FOR_S = 10;

/**
 * Signs that `service` is called on behalf of `caller`. With `requestId` the token is good for that request alone;
 * without, the same `Caller` object gets the same token for 10 seconds, which spares both sides the cryptography.
 */
export type SignIdentity = (caller: Caller, to: { service: string; requestId?: string }) => string;

/** Signs identities (JWT, HS256) that one service accepts for 30 seconds. The first secret signs. */
export const identitySigner = (secrets: readonly string[]): SignIdentity => {
  const sign = createSigner({ key: secrets[0], algorithm: 'HS256' });
  const reusable = new WeakMap<Caller, Map<string, { token: string; until: number }>>();
  return (caller, { service, requestId }) => {
    const now = nowInSeconds();
    if (requestId !== undefined) return sign(claimsOf(caller, service, now, requestId));
    const tokens = reusable.get(caller) ?? new Map<string, { token: string; until: number }>();
    const kept = tokens.get(service);
    if (kept && kept.until > now) return kept.token;
    const token = sign(claimsOf(caller, service, now));
    reusable.set(caller, tokens.set(service, { token, until: now + REUSED_FOR_S }));
    return token;
  };
};

const claimsOf = (caller: Caller, service: string, iat: number, requestId?: string): IdentityClaims => ({
  iss: IDENTITY_ISSUER,
  aud: service,
  sub: caller.accountId,
  acn: caller.accountName,
  cid: caller.credentialId,
  scp: [...caller.scopes],
  ...(requestId !== undefined && { rid: requestId }),
  iat,
  exp: iat + LIFETIME_S,
});
