import { Clock, newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { insertPerson } from '../add-person.js';
import type { Origin } from '../origin.js';
import { hashPassword } from '../passwords/passwords.js';
import { PersonAudit } from '../person-audit.js';
import { OneTimeTokens } from '../../../site/mail/one-time-tokens.js';

/** Makes an account with its first person. */
@Injectable()
export class FinishSignUpHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: OneTimeTokens,
    private readonly audit: PersonAudit,
    private readonly clock: Clock,
  ) {}

  /**
   * False when the token is not good, or no longer. Fails with `person.email_taken` when the address became somebody's
   * meanwhile.
   */
  async finish(token: string, password: string, origin: Origin): Promise<boolean> {
    const passwordHash = await hashPassword(password);
    return this.prisma.$transaction(async (tx) => {
      const used = await this.tokens.use('sign-up', token, tx);
      if (!used) return false;
      const account = await tx.account.create({
        data: { id: newId('account'), name: used.accountName ?? used.email, email: used.email },
      });
      const person = await insertPerson(tx, {
        accountId: account.id,
        email: used.email,
        passwordHash,
        emailConfirmedAt: this.clock.now(),
      });
      await this.audit.record('signed_up', person, origin, tx);
      return true;
    });
  }
}
