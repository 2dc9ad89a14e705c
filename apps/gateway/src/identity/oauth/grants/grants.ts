import type { Scope } from '@cds/contracts';
import { Clock, newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { OAuthGrant, Prisma } from '../../../generated/client.js';
import { LIFETIMES } from '../../issued-tokens/lifetimes.js';

export interface Consent {
  readonly personId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/**
 * What people allowed apps: one grant for a person and an app. Each consent adds its scopes, and says anew which of the
 * delegating ones the app may have.
 */
@Injectable()
export class Grants {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** The grant's id; undefined when the client was deleted meanwhile. */
  async give(
    { personId, accountId, clientId, scopes }: Consent,
    tx: Prisma.TransactionClient,
  ): Promise<string | undefined> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO oauth_grants AS held (id, client_id, person_id, account_id, scopes, created_at, expires_at)
      SELECT ${newId('oauthGrant')}::text, app.id, ${personId}::text, ${accountId}::text, ${[...scopes]}::text[], now(),
        now() + make_interval(secs => ${LIFETIMES.grant}::float8)
      FROM oauth_clients AS app WHERE app.id = ${clientId} AND app.deleted_at IS NULL FOR KEY SHARE
      ON CONFLICT (person_id, client_id) DO UPDATE
        SET scopes = ARRAY(SELECT unnest(excluded.scopes) UNION
        SELECT scope FROM unnest(held.scopes) AS scope WHERE scope <> ALL(${[...DELEGATING]}::text[])
        ORDER BY 1), account_id = excluded.account_id, expires_at = excluded.expires_at
      RETURNING id`;
    return rows[0]?.id;
  }

  find(id: string): Promise<OAuthGrant | null> {
    return this.prisma.oAuthGrant.findUnique({ where: { id } });
  }

  /** Null when the person has given the app none, or one that has expired. */
  async of(personId: string, clientId: string): Promise<OAuthGrant | null> {
    const grant = await this.prisma.oAuthGrant.findUnique({ where: { personId_clientId: { personId, clientId } } });
    return grant && grant.expiresAt > this.clock.now() ? grant : null;
  }
}

const DELEGATING: readonly Scope[] = ['keys:write', 'admin'];

/** Whether an app with this scope could go on without the consent that it had: by keys of its own, or as an admin. */
export const isDelegating = (scope: Scope): boolean => DELEGATING.includes(scope);
