import { AppError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import { mayManage } from '../../../api-keys/key-grants.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import { endGrants } from '../../../issued-tokens/end-grants.js';
import { MadeCredentials } from '../../../made-credentials/made-credentials.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';

@Injectable()
export class RevokeGrantHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly made: MadeCredentials,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends what somebody of the caller's account, or of any account for `admin`, allowed an app, with its tokens. With
   * `cascade` go the credentials that the app made for the person.
   */
  async execute(id: string, caller: Actor, cascade = false): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      // The app gets no further credential by it meanwhile, which a cascade would miss.
      await tx.$executeRaw`SELECT 1 FROM oauth_grants WHERE id = ${id} FOR UPDATE`;
      const grant = await tx.oAuthGrant.findUnique({ where: { id } });
      if (!grant || !mayManage(caller, grant.accountId)) throw notFound(id);
      if (cascade) await this.made.endOf([id], this.clock.now(), caller, tx);
      await endGrants({ id }, tx);
      await this.audit.record(
        {
          action: 'oauth_grant.revoked',
          accountId: grant.accountId,
          targetId: id,
          details: { client_id: grant.clientId },
          ...doneBy(caller),
        },
        tx,
      );
    });
  }
}

const notFound = (id: string): AppError =>
  new AppError({
    code: 'oauth_grant.not_found',
    kind: 'not-found',
    message: `There is no grant ${JSON.stringify(id.slice(0, 100))}.`,
  });
