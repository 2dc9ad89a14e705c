import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import { MadeCredentials } from '../../../made-credentials/made-credentials.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { endClients } from '../../../issued-tokens/end-clients.js';
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

  /**
   * With the client go its grants and tokens, and with `cascade` the credentials that it made. The cascade runs while
   * the rows of the grants, which `ClientRemover` removes later, tell what was made by them.
   */
  async execute(id: string, caller: Actor, ifMatch: string | undefined, cascade = false): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const { name, accountId } = await this.clients.lock(id, caller, ifMatch, tx);
      const at = this.clock.now();
      if (cascade) await this.made.endOf([id], at, caller, tx);
      await endClients([id], at, tx);
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
