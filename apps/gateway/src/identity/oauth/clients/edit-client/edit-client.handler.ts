import { isDeepStrictEqual } from 'node:util';
import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import type { OAuthClient } from '../../../../generated/client.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { type EditClient, editClientBody, misfits } from '../client-schemas.js';
import { type ClientView, clientView } from '../client-view.js';
import { checkHasAll, Clients } from '../clients.js';

@Injectable()
export class EditClientHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clients: Clients,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into a client, which takes every scope that it has and is to have. What is there already changes
   * nothing.
   */
  execute(id: string, body: unknown, caller: Actor, ifMatch: string | undefined): Promise<ClientView> {
    return this.prisma.$transaction(async (tx) => {
      const now = await this.clients.lock(id, caller, ifMatch, tx);
      const wanted = accept(body, now);
      checkHasAll(caller, [...now.scopes, ...wanted.scopes]);
      if (isDeepStrictEqual(wanted, now)) return clientView(now);
      const client = await tx.oAuthClient.update({ where: { id }, data: { ...wanted, updatedAt: this.clock.now() } });
      const changed = FIELDS.filter((field) => !isDeepStrictEqual(wanted[field], now[field]));
      await this.audit.record(
        {
          action: 'oauth_client.updated',
          accountId: caller.accountId,
          targetId: id,
          details: { changed: [...changed], scopes: client.scopes },
          ...doneBy(caller),
        },
        tx,
      );
      return clientView(client);
    });
  }
}

const FIELDS = ['name', 'redirectUris', 'grantTypes', 'scopes'] as const;

const accept = (body: unknown, now: OAuthClient): OAuthClient => {
  const parsed = parseBody(editClientBody, body);
  const { confidential, ...current } = clientView(now);
  const result = {
    grant_types: current.grant_types,
    redirect_uris: current.redirect_uris,
    ...parsed.partial,
    confidential,
  } as Parameters<typeof misfits>[0];
  throwIfAny({ invalid: [...(parsed.violations ?? []), ...misfits(result)] });
  return merged(now, acceptBody(parsed));
};

const merged = (
  now: OAuthClient,
  { name, redirect_uris: redirectUris, grant_types: grantTypes, scopes }: EditClient,
): OAuthClient => ({
  ...now,
  name: name ?? now.name,
  redirectUris: redirectUris ?? now.redirectUris,
  grantTypes: grantTypes ?? now.grantTypes,
  scopes: scopes ?? now.scopes,
});
