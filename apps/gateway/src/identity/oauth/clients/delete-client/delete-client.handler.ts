import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import { MadeCredentials } from '../../../made-credentials/made-credentials.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { revokeTokens } from '../../revocations/revoke.js';
import { Clients } from '../clients.js';

@Injectable()
export class DeleteClientHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clients: Clients,
    private readonly made: MadeCredentials,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** With the client go its grants and tokens, and with `cascade` the credentials that it made. */
  async execute(id: string, caller: Actor, ifMatch: string | undefined, cascade = false): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const { name, accountId } = await this.clients.lock(id, caller, ifMatch, tx);
      if (cascade) await this.made.endOf([id], this.clock.now(), caller, tx);
      await tx.oAuthClient.delete({ where: { id } });
      await revokeTokens(tx, 'client', [id]);
      await this.audit.record(
        {
          action: 'oauth_client.deleted',
          accountId,
          targetId: id,
          details: { name },
          ...doneBy(caller),
        },
        tx,
      );
    });
  }
}
