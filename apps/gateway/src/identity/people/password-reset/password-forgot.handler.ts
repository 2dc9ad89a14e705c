import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { AuditLog } from '../../audit-log/audit-log.js';
import type { Origin } from '../origin.js';
import { RequestedEmails } from '../requested-emails.js';

/** Sends a link to a new password, with the same amount of work whether or not the address is known. */
@Injectable()
export class PasswordForgotHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly mails: RequestedEmails,
    private readonly log: AuditLog,
  ) {}

  /** The number of seconds to wait before the next request; 0 when the mail is on its way. */
  async request(email: string, origin: Origin): Promise<number> {
    const person = await this.prisma.person.findUnique({ where: { email } });
    const waitSeconds = await this.mails.ask({ kind: 'password-reset', recipient: email }, origin.address);
    if (waitSeconds > 0) return waitSeconds;
    await this.log.record({
      action: 'person.password_reset_asked',
      accountId: person?.accountId ?? null,
      actorId: null,
      targetId: person?.id ?? null,
      ...origin,
    });
    return 0;
  }
}
