import { isDeepStrictEqual } from 'node:util';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import type { OAuthClient } from '../../../../generated/client.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import type { EditClient } from '../client-schemas.js';
import { type ClientView, clientView } from '../client-view.js';
import { checkHasAll, Clients } from '../clients.js';
import { editedClient } from './edit-client.js';

@Injectable()
export class EditClientHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clients: Clients,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into a client, which requires every scope that the client has and will have. A patch that changes
   * nothing writes nothing. `readPatch` is called once the client is found, so that a missing client is reported before
   * a faulty patch.
   */
  execute(
    id: string,
    readPatch: (now: OAuthClient) => EditClient,
    caller: Actor,
    ifMatch: string | undefined,
  ): Promise<ClientView> {
    return this.prisma.$transaction(async (tx) => {
      const now = await this.clients.lock(id, caller, ifMatch, tx);
      const wanted = editedClient(now, readPatch(now));
      checkHasAll(caller, [...now.scopes, ...wanted.scopes]);
      if (isDeepStrictEqual(wanted, now)) return clientView(now);
      const client = await tx.oAuthClient.update({ where: { id }, data: { ...wanted, updatedAt: this.clock.now() } });
      const changed = FIELDS.filter((field) => !isDeepStrictEqual(wanted[field], now[field]));
      await this.audit.record(
        {
          action: 'oauth_client.updated',
          accountId: now.accountId,
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
