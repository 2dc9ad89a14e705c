import { hash } from 'node:crypto';
import { type Scope, SCOPES } from '@cds/contracts';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { invalidCredential } from '../../principals/credentials.errors.js';
import type { Principal } from '../../principals/principal.js';
import { ISSUER } from '../issuer.js';
import { type RevocableToken, Revocations } from '../revocations/revocations.js';
import { SigningKeys } from '../signing-keys/signing-keys.js';
import { type AccessTokenClaims, verifiedClaims } from './access-token.js';

const MAX_ENTRIES = 10_000;

/** A token whose signature was found good. */
interface VerifiedToken extends RevocableToken {
  readonly principal: Principal;
  readonly expiresAtMs: number;
}

/**
 * Knows whom an access token stands for without a query: by its signature the first time, then by its hash until it
 * expires.
 */
@Injectable()
export class AccessTokenCredentials {
  private readonly verified = new LRUCache<string, VerifiedToken>({ max: MAX_ENTRIES });

  constructor(
    @Inject(ISSUER) private readonly issuer: string,
    private readonly keys: SigningKeys,
    private readonly revocations: Revocations,
    private readonly clock: Clock,
  ) {}

  /** Rejects with `auth.invalid` for a token that is not ours, has expired, was revoked, or is for another service; with what
   * `beforeLookUp` throws for one that was never seen. */
  async authenticate(token: string, beforeLookUp: () => void): Promise<Principal> {
    const key = hash('sha256', token, 'base64url');
    const known = this.verified.get(key);
    if (known) return this.accept(known);
    beforeLookUp();
    return this.verify(token, key);
  }

  private async verify(token: string, key: string): Promise<Principal> {
    const claims = await verifiedClaims(token, { issuer: this.issuer, keys: this.keys, now: this.clock.now() });
    if (!claims) throw invalidCredential('unknown');
    const verified = verifiedToken(claims);
    const principal = this.accept(verified);
    this.verified.set(key, verified);
    return principal;
  }

  private accept(token: VerifiedToken): Principal {
    if (token.expiresAtMs <= this.clock.now().getTime()) throw invalidCredential('expired');
    if (this.revocations.has(token)) throw invalidCredential('revoked');
    return token.principal;
  }
}

const verifiedToken = (claims: AccessTokenClaims): VerifiedToken => ({
  jti: claims.jti,
  clientId: claims.client_id,
  accountId: claims.account_id,
  grantId: claims.grant_id,
  expiresAtMs: claims.exp * 1_000,
  principal: {
    accountId: claims.account_id,
    accountName: claims.account_name,
    credentialId: claims.client_id,
    scopes: scopesOf(claims.scope),
    credential: {
      type: 'access_token',
      name: claims.client_name,
      rateLimit: null,
      allowedCidrs: [],
      expiresAt: null,
      grantId: claims.grant_id ?? null,
    },
  },
});

const scopesOf = (text = ''): Scope[] => {
  const granted = new Set(text.split(' '));
  return SCOPES.filter((scope) => granted.has(scope));
};
