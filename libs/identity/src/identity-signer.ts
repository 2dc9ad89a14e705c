import { createSigner } from 'fast-jwt';
import type { Caller } from './caller.js';
import { type IdentityClaims, IDENTITY_ISSUER, nowInSeconds } from './identity-claims.js';
import { bindingKey, bindingOf } from './request-binding.js';

const LIFETIME_S = 30;
const REUSED_FOR_S = 10;

/** Signs that `service` is called on behalf of `caller` in the one request with this id. */
export type SignIdentity = (caller: Caller, to: { service: string; requestId: string }) => string;

/**
 * Signs identities that one service accepts for 30 seconds: a token (JWT, HS256) that the same `Caller` object gets
 * again for
 * 10 seconds, `.`, and what binds it to the request. The first secret signs. With `bindsCalls` a service accepts it
 * only together with what `callSigner` signs of it.
 */
export const identitySigner = (
  secrets: readonly string[],
  { bindsCalls = false }: { readonly bindsCalls?: boolean } = {},
): SignIdentity => {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('identities need a secret');
  const key = bindingKey(secret);
  const tokenOf = tokenSigner(secret, bindsCalls ? { bnd: 'call' } : {});
  return (caller, { service, requestId }) => {
    const token = tokenOf(caller, service);
    return `${token}.${bindingOf(key, token, requestId)}`;
  };
};

const tokenSigner = (key: string, more: Pick<IdentityClaims, 'bnd'>): ((caller: Caller, service: string) => string) => {
  const sign = createSigner({ key, algorithm: 'HS256' });
  const reusable = new WeakMap<Caller, Map<string, { token: string; until: number }>>();
  return (caller, service) => {
    const now = nowInSeconds();
    const tokens = reusable.get(caller) ?? new Map<string, { token: string; until: number }>();
    const kept = tokens.get(service);
    if (kept && kept.until > now) return kept.token;
    const token = sign({ ...claimsOf(caller, service, now), ...more });
    reusable.set(caller, tokens.set(service, { token, until: now + REUSED_FOR_S }));
    return token;
  };
};

const claimsOf = (caller: Caller, service: string, iat: number): IdentityClaims => ({
  iss: IDENTITY_ISSUER,
  aud: service,
  sub: caller.accountId,
  acn: caller.accountName,
  cid: caller.credentialId,
  scp: [...caller.scopes],
  iat,
  exp: iat + LIFETIME_S,
});
