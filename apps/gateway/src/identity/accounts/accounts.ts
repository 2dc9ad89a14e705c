import { idSchema } from '@cds/contracts';
import { accountDeleted } from '@cds/identity';
import { entityTagOf, matchesTag } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { Account, Prisma } from '../../generated/client.js';
import { accountChanged, accountNotFound } from './account.errors.js';
import { accountView } from './account-view.js';

/** Finds accounts by their id. */
@Injectable()
export class Accounts {
  constructor(private readonly prisma: PrismaService) {}

  /** Fails with `account.not_found` or `account.deleted`. */
  async find(id: string, tx: Prisma.TransactionClient = this.prisma): Promise<Account> {
    checkIsId(id);
    const account = await tx.account.findUnique({ where: { id } });
    if (!account) throw accountNotFound(id);
    if (account.deletedAt) throw accountDeleted(id);
    return account;
  }

  /**
   * Locks the account until the transaction ends. Fails as `find` does and, where `If-Match` does not have its tag,
   * with
   * `request.precondition_failed`.
   */
  async lock(id: string, ifMatch: string | undefined, tx: Prisma.TransactionClient): Promise<Account> {
    checkIsId(id);
    await tx.$executeRaw`SELECT 1 FROM accounts WHERE id = ${id} FOR UPDATE`;
    const account = await this.find(id, tx);
    if (ifMatch !== undefined && !matchesTag(ifMatch, entityTagOf(accountView(account)))) throw accountChanged(id);
    return account;
  }
}

const checkIsId = (id: string): void => {
  if (!idSchema('account').safeParse(id).success) throw accountNotFound(id);
};
