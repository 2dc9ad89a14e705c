import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Origin } from '../origin.js';
import { PersonAudit } from '../person-audit.js';
import { OneTimeTokens } from '../../../site/mail/one-time-tokens.js';

/** Notes that a person reads the mails to their address. */
@Injectable()
export class ConfirmEmailHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: OneTimeTokens,
    private readonly audit: PersonAudit,
    private readonly clock: Clock,
  ) {}

  /** The address; null when the token is not good. */
  confirm(token: string, origin: Origin): Promise<string | null> {
    return this.prisma.$transaction(async (tx) => {
      const used = await this.tokens.use('email-confirmation', token, tx);
      if (!used?.personId) return null;
      const person = await tx.person.update({
        where: { id: used.personId },
        data: { emailConfirmedAt: this.clock.now() },
      });
      await this.audit.record('email_confirmed', person, origin, tx);
      return person.email;
    });
  }
}
