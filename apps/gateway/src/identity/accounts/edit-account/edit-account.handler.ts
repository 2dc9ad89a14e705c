import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import type { EditAccount } from '../account-schemas.js';
import { type AccountView, accountView } from '../account-view.js';
import { Accounts } from '../accounts.js';

@Injectable()
export class EditAccountHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly accounts: Accounts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into an account; a patch that changes nothing writes nothing. `readPatch` is called once the account
   * is found, so that a missing account is reported before a faulty patch.
   */
  execute(id: string, readPatch: () => EditAccount, caller: Actor, ifMatch: string | undefined): Promise<AccountView> {
    return this.prisma.$transaction(async (tx) => {
      const now = await this.accounts.lock(id, ifMatch, tx);
      const { name, email } = { ...now, ...readPatch() };
      const changed = [...(name === now.name ? [] : ['name']), ...(email === now.email ? [] : ['email'])];
      if (changed.length === 0) return accountView(now);
      const account = await tx.account.update({ where: { id }, data: { name, email, updatedAt: this.clock.now() } });
      await this.audit.record(
        { action: 'account.edited', accountId: id, targetId: id, details: { changed }, ...doneBy(caller) },
        tx,
      );
      return accountView(account);
    });
  }
}
