import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Prisma } from '../../../generated/client.js';
import { MailOutbox } from '../../../site/mail/mail-outbox.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import { removeSecondFactors } from '../../people/second-factor/remove-second-factors.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { Accounts } from '../accounts.js';

@Injectable()
export class EndSecondFactorsHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly accounts: Accounts,
    private readonly outbox: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Ends the second factors of who lost them, and every session; each person gets a mail. For who has none nothing
   * happens.
   */
  async execute(accountId: string, caller: Actor): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      await this.accounts.find(accountId, tx);
      for (const { id, email } of await removeSecondFactors(accountId, tx)) {
        await this.outbox.add({ kind: 'second-factors-ended', recipient: email }, tx);
        await this.record(accountId, id, caller, tx);
      }
    });
  }

  private async record(
    accountId: string,
    targetId: string,
    caller: Actor,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await this.audit.record({ action: 'person.second_factors_ended', accountId, targetId, ...doneBy(caller) }, tx);
  }
}
