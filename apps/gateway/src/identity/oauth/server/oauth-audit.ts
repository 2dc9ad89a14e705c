import type { EventEmitter } from 'node:events';
import { ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { AuditLog } from '../../audit-log/audit-log.js';
import { ClientAddress } from '../../principals/client-address.js';
import { fastifyRequestOf } from './fastify-request.js';
import { ALREADY_USED } from './oauth.adapter.js';
import { originOf } from './request-origin.js';

/** Failed authentications of a client are noted once in this time. */
const QUIET_MS = 60_000;

/** Notes what the protocol's library tells of and a security person wants to know. */
@Injectable()
export class OAuthAudit {
  private readonly noted = new LRUCache<string, true>({ max: 10_000, ttl: QUIET_MS });

  constructor(
    private readonly audit: AuditLog,
    private readonly addresses: ClientAddress,
    private readonly logger: ServiceLogger,
  ) {}

  listenTo(provider: Provider): void {
    const onError = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => this.onError(ctx, error);
    provider
      .on('grant.error', onError)
      .on('revocation.error', onError)
      .on('introspection.error', onError)
      .on('device_authorization.error', onError);
    provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
      this.logger.event(
        'oauth.failed',
        { request_id: fastifyRequestOf(ctx.req).id, route: ctx.oidc.route, err: error },
        'error',
      );
    });
    // A client that went away in the middle of its request is nobody's failure.
    (provider as EventEmitter).on('error', (error: Error) =>
      this.logger.event('oauth.broken_off', { reason: error.message }, 'info'),
    );
  }

  private onError(ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
    const { client } = ctx.oidc;
    if (error.error === 'invalid_client' && client && !this.noted.has(client.clientId)) {
      this.noted.set(client.clientId, true);
      this.record(ctx, 'oauth_client.authentication_failed', client.clientId);
    }
    if (error.error_detail === ALREADY_USED)
      this.record(ctx, 'oauth_grant.refresh_token_reused', ctx.oidc.refreshToken?.grantId ?? null);
  }

  private record(ctx: KoaContextWithOIDC, action: `${string}.${string}`, targetId: string | null): void {
    const { client } = ctx.oidc;
    const entry = {
      action,
      accountId: String(client?.['account_id']),
      actorId: client?.clientId ?? null,
      targetId,
      ...originOf(ctx, this.addresses),
    };
    this.audit
      .record(entry)
      .catch((failure: unknown) => this.logger.event('audit.not_recorded', { action, err: failure }, 'warn'));
  }
}
