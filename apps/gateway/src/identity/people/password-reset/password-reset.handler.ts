import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Origin } from '../origin.js';
import { endGrants } from '../../issued-tokens/end-grants.js';
import { PasswordChanges } from '../passwords/password-changes.js';
import { hashPassword } from '../passwords/passwords.js';
import { PersonAudit } from '../person-audit.js';
import { OneTimeTokens } from '../../../site/mail/one-time-tokens.js';

/** Gives a person a new password for a link that was sent to their address, and so confirms that address. */
@Injectable()
export class PasswordResetHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: OneTimeTokens,
    private readonly changes: PasswordChanges,
    private readonly audit: PersonAudit,
    private readonly clock: Clock,
  ) {}

  /** Ends every session and every grant to an app, too. False when the token is not good, or no longer. */
  async reset(token: string, password: string, origin: Origin): Promise<boolean> {
    const passwordHash = await hashPassword(password);
    return this.prisma.$transaction(async (tx) => {
      const used = await this.tokens.use('password-reset', token, tx);
      if (!used?.personId) return false;
      const person = await this.changes.set(used.personId, passwordHash, tx);
      await tx.person.updateMany({
        where: { id: person.id, emailConfirmedAt: null },
        data: { emailConfirmedAt: this.clock.now() },
      });
      // Whoever had the old password may have let an app in.
      await endGrants({ personId: person.id }, tx);
      await this.audit.record('password_reset', person, origin, tx);
      return true;
    });
  }
}
