import { isKind, isTransientDatabaseError } from '@cds/errors';
import { AccountTurns, violates } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { PrismaService } from '../../../database/prisma.service.js';
import type { OAuthGrant } from '../../../generated/client.js';
import { AuditLog } from '../../audit-log/audit-log.js';
import { endGrants } from '../../issued-tokens/end-grants.js';
import { ClientAddress } from '../../principals/client-address.js';
import { networkOf } from '../../principals/network-of.js';
import { Grants } from '../grants/grants.js';
import { ISSUER } from '../issuer.js';
import { ArtifactStore } from './artifact.store.js';
import { clientMetadata } from './client-metadata.js';
import { originOf } from './request-origin.js';

/**
 * Half of the pool: whoever asks for tokens leaves connections to the other requests of this process, and an address
 * that asks for many leaves places to the other addresses.
 */
const TURNS = { maxAtOnce: 3, maxInAll: 5, maxWaiting: 1_000, maxWaitMs: 10_000 };

/** Where the protocol's library finds and keeps what it works with: one adapter for each of its models. */
@Injectable()
export class OAuthAdapters {
  private readonly turns = new AccountTurns(TURNS);

  constructor(
    @Inject(ISSUER) private readonly issuer: string,
    private readonly prisma: PrismaService,
    private readonly artifacts: ArtifactStore,
    private readonly grants: Grants,
    private readonly audit: AuditLog,
    private readonly addresses: ClientAddress,
  ) {}

  of(model: string): Adapter {
    switch (model) {
      case 'Client':
        return { ...UNUSED, find: (id) => this.inTurn(() => this.client(id)) };
      case 'Grant':
        return {
          ...UNUSED,
          find: (id) => this.inTurn(() => this.grant(id)),
          destroy: (id) => this.inTurn(() => this.revoke(id)),
        };
      case 'AccessToken':
      case 'ClientCredentials':
        // Signed, and so never stored: the gateway refuses the revoked ones by its own list.
        return { ...UNUSED, find: () => Promise.resolve(undefined), revokeByGrantId: () => Promise.resolve() };
      default:
        return this.artifactsOf(model);
    }
  }

  /** By the address that asks, so that many requests of one do not delay those of another. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const network = Provider.ctx ? networkOf(originOf(Provider.ctx, this.addresses).address) : OWN_PAGES;
    return orUnavailable(() => this.turns.run(network, work));
  }

  private artifactsOf(model: string): Adapter {
    const { artifacts } = this;
    return {
      upsert: (id, payload, lifetime = 0) => this.inTurn(() => this.save(model, id, payload, lifetime)),
      find: (id) => this.inTurn(() => artifacts.find(model, id)),
      findByUid: (uid) => this.inTurn(() => artifacts.findByUid(model, uid)),
      findByUserCode: (code) => this.inTurn(() => artifacts.findByUserCode(model, code)),
      consume: (id) => this.inTurn(() => this.consume(model, id)),
      destroy: (id) => this.inTurn(() => artifacts.destroy(model, id)),
      revokeByGrantId: (grantId) => this.inTurn(() => artifacts.destroyByGrant(model, grantId)),
    };
  }

  /** A grant may end after the library has read it: by a second use of its code, or because a person revokes it. */
  private async save(model: string, id: string, payload: AdapterPayload, lifetime: number): Promise<void> {
    try {
      await this.artifacts.save(model, id, payload, lifetime);
    } catch (error) {
      if (violates(error, GRANT_OF_ARTIFACT)) throw new errors.InvalidGrant('the grant has ended');
      throw error;
    }
  }

  /** The library asks first whether it was used; two requests at once get past that, and only one gets past this. */
  private async consume(model: string, id: string): Promise<void> {
    // Before it is used up: when this fails, it is still good for another try.
    await this.artifacts.dropOldTokens(model, id);
    if (await this.artifacts.consume(model, id)) return;
    const payload = await this.artifacts.find(model, id);
    if (payload?.grantId) await this.revoke(payload.grantId);
    throw new errors.InvalidGrant(ALREADY_USED);
  }

  private async client(id: string): Promise<AdapterPayload | undefined> {
    // PostgreSQL would fail over it.
    if (id.includes('\0')) return undefined;
    const client = await this.prisma.oAuthClient.findUnique({
      where: { id },
      include: { account: { select: { name: true, deletedAt: true } } },
    });
    return client && !client.deletedAt && !client.account.deletedAt ? clientMetadata(client) : undefined;
  }

  private async grant(id: string): Promise<AdapterPayload | undefined> {
    const grant = await this.grants.find(id);
    return grant ? grantPayload(grant, this.issuer) : undefined;
  }

  private async revoke(id: string): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const [grant] = await endGrants({ id }, tx);
      if (!grant) return;
      const { accountId, clientId: actorId } = grant;
      const origin = Provider.ctx ? originOf(Provider.ctx, this.addresses) : { address: null, requestId: null };
      await this.audit.record({ action: 'oauth_grant.revoked', accountId, actorId, targetId: id, ...origin }, tx);
    });
  }
}

/** What the log and the audit know a second use by; the library says the same of one that it noticed itself. */
export const ALREADY_USED = 'refresh token already used';

/** The turns of pages outside of the protocol's endpoints. */
const OWN_PAGES = 'pages';

/** The foreign key of what belongs to a grant. */
const GRANT_OF_ARTIFACT = 'oauth_artifacts_grant_id_fkey';

const refuse = (): Promise<never> => Promise.reject(new Error('the library has no use for this'));
const UNUSED: Adapter = {
  upsert: refuse,
  find: refuse,
  findByUid: refuse,
  findByUserCode: refuse,
  consume: refuse,
  destroy: refuse,
  revokeByGrantId: refuse,
};

const grantPayload = (grant: OAuthGrant, resource: string): AdapterPayload => ({
  kind: 'Grant',
  jti: grant.id,
  accountId: grant.personId,
  clientId: grant.clientId,
  resources: { [resource]: grant.scopes.join(' ') },
  iat: Math.floor(grant.createdAt.getTime() / 1_000),
  exp: Math.floor(grant.expiresAt.getTime() / 1_000),
});

/**
 * While the database is away, or too much waits for it, a call is answered 503 `temporarily_unavailable`, so that
 * clients try again and drop no token.
 */
const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isTransientDatabaseError(error) && !isKind(error, 'too-many')) throw error;
    throw Object.assign(new errors.TemporarilyUnavailable('try again in a moment', { cause: error }), {
      status: 503,
      statusCode: 503,
    });
  }
};
