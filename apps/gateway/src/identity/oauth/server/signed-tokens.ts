import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { PrismaService } from '../../../database/prisma.service.js';
import { AuditLog } from '../../audit-log/audit-log.js';
import { ClientAddress } from '../../principals/client-address.js';
import { originOf } from './request-origin.js';
import { type AccessTokenClaims, verifiedClaims } from '../access-tokens/access-token.js';
import { ISSUER } from '../issuer.js';
import { Revocations } from '../revocations/revocations.js';
import { revokeTokens } from '../../issued-tokens/revoke.js';
import { SigningKeys } from '../signing-keys/signing-keys.js';

/**
 * Revocation (RFC 7009) and introspection (RFC 7662) of access tokens, which are signed and not stored: the library
 * does both for stored ones alone.
 */
@Injectable()
export class SignedTokens {
  constructor(
    @Inject(ISSUER) private readonly issuer: string,
    private readonly keys: SigningKeys,
    private readonly revocations: Revocations,
    private readonly prisma: PrismaService,
    private readonly audit: AuditLog,
    private readonly addresses: ClientAddress,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers what the library would not, for the client that it has authenticated. What is another client's is none of
   * its business.
   */
  async answer(ctx: KoaContextWithOIDC): Promise<void> {
    const { client, params, route } = ctx.oidc;
    const claims = await verifiedClaims(String(params?.['token']), {
      issuer: this.issuer,
      keys: this.keys,
      now: this.clock.now(),
    });
    const own = claims && claims.client_id === client?.clientId ? claims : undefined;
    ctx.status = 200;
    if (route === 'introspection') return void (ctx.body = this.introspected(own));
    if (own) await this.revoke(own, ctx);
    ctx.body = '';
  }

  /** Written to the audit log the first time. */
  private async revoke(
    { jti, account_id: accountId, client_id: actorId, grant_id: grantId }: AccessTokenClaims,
    ctx: KoaContextWithOIDC,
  ): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const former = await tx.oAuthRevocation.count({ where: { kind: 'token', subject: jti } });
      await revokeTokens(tx, 'token', [jti]);
      if (former > 0) return;
      const entry = { accountId, actorId, targetId: grantId ?? actorId, ...originOf(ctx, this.addresses) };
      await this.audit.record({ action: 'oauth_token.revoked', ...entry }, tx);
    });
  }

  private introspected(claims: AccessTokenClaims | undefined): object {
    if (
      !claims ||
      this.revocations.has({
        jti: claims.jti,
        clientId: claims.client_id,
        accountId: claims.account_id,
        grantId: claims.grant_id,
      })
    )
      return { active: false };
    return { ...claims, active: true, token_type: 'Bearer', iss: this.issuer, aud: this.issuer };
  }
}
