import { Clock, newId } from '@cds/service-kit';
import { keepAnswer } from '@cds/idempotency';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { statementsIn } from '../../../database/statements-in.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { addPerson } from '../../people/add-person.js';
import type { AddAccount } from '../account-schemas.js';
import { type AccountView, accountView, addedAccount } from '../account-view.js';

@Injectable()
export class AddAccountHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Creates an account, which has no key yet; with a password also a person, who signs in for it. */
  execute({ name, email, password }: AddAccount, caller: Actor): Promise<AccountView> {
    return this.prisma.$transaction(async (tx) => {
      const [id, now] = [newId('account'), this.clock.now()];
      const account = await tx.account.create({ data: { id, name, email, createdAt: now, updatedAt: now } });
      await this.audit.record({ action: 'account.created', accountId: id, targetId: id, ...doneBy(caller) }, tx);
      if (password !== undefined) await addPerson(tx, { accountId: id, email, password });
      await keepAnswer(statementsIn(tx), caller.reservation, addedAccount(accountView(account)));
      return accountView(account);
    });
  }
}
