import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Scope, SCOPES } from '@cds/contracts';
import type { AppError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AuditTally } from '../../audit-log/audit-tally.js';
import { ClientAddress } from '../../principals/client-address.js';
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
    private readonly addresses: ClientAddress,
    private readonly refusals: AuditTally,
    private readonly clock: Clock,
  ) {}

  /**
   * Rejects with `auth.invalid` for a token that is not ours, has expired, was revoked, or is for another service; with
   * what `beforeLookUp` throws for one that was never seen.
   */
  async authenticate(token: string, request: IncomingMessage, beforeLookUp: () => void): Promise<Principal> {
    const key = hash('sha256', token, 'base64url');
    const known = this.verified.get(key);
    if (known) return this.accept(known, request);
    beforeLookUp();
    const claims = await verifiedClaims(token, { issuer: this.issuer, keys: this.keys, now: this.clock.now() });
    if (!claims) throw this.refused(request, null, 'unknown');
    const verified = verifiedToken(claims);
    const principal = this.accept(verified, request);
    this.verified.set(key, verified);
    return principal;
  }

  private accept(token: VerifiedToken, request: IncomingMessage): Principal {
    if (token.expiresAtMs <= this.clock.now().getTime()) throw this.refused(request, token, 'expired');
    if (this.revocations.has(token)) throw this.refused(request, token, 'revoked');
    return token.principal;
  }

  private refused(
    request: IncomingMessage,
    token: VerifiedToken | null,
    reason: 'unknown' | 'expired' | 'revoked',
  ): AppError {
    const { accountId = null, clientId: targetId = null } = token ?? {};
    const address = this.addresses.of(request);
    this.refusals.note({ action: 'credential.refused', accountId, targetId, address, reason: `token_${reason}` });
    return invalidCredential(reason);
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
