import { AppError } from '@cds/errors';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../../database/prisma.service.js';
import { AuditLog, doneBy } from '../../../audit-log/audit-log.js';
import type { Actor } from '../../../principals/current-actor.decorator.js';
import { Grants } from '../grants.js';

@Injectable()
export class RevokeGrantHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly grants: Grants,
    private readonly audit: AuditLog,
  ) {}

  /** Ends what somebody of the caller's account allowed an app, with its tokens. */
  async execute(id: string, caller: Actor): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const grant = await tx.oAuthGrant.findUnique({ where: { id } });
      if (grant?.accountId !== caller.accountId) throw notFound(id);
      await this.grants.revoke(id, tx);
      await this.audit.record(
        {
          action: 'oauth_grant.revoked',
          accountId: caller.accountId,
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
