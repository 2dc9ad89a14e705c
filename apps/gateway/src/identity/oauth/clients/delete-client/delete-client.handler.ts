import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { revokeTokens } from '../../revocations/revoke.js';
import { Clients } from '../clients.js';

@Injectable()
export class DeleteClientHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clients: Clients,
    private readonly audit: AuditLog,
  ) {}

  /** With the client go its grants and tokens. */
  async execute(id: string, caller: Actor, ifMatch: string | undefined): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const { name } = await this.clients.lock(id, caller, ifMatch, tx);
      await tx.oAuthClient.delete({ where: { id } });
      await revokeTokens(tx, 'client', [id]);
      await this.audit.record(
        {
          action: 'oauth_client.deleted',
          accountId: caller.accountId,
          targetId: id,
          details: { name },
          ...doneBy(caller),
        },
        tx,
      );
    });
  }
}
