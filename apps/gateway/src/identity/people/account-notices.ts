import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { Prisma } from '../../generated/client.js';
import { MailOutbox, type QueuedMail } from '../../site/mail/mail-outbox.js';
import { Attempts } from './attempts/attempts.js';

/** What the people of an account get a mail about when it happens, whoever did it. */
export type AccountNoticeKind = 'api-key-made' | 'oauth-client-made';

/** Most people of an account that get one. */
const MOST = 20;

/** Tells the people of an account by mail what came into being for it. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly prisma: PrismaService,
    private readonly attempts: Attempts,
    private readonly outbox: MailOutbox,
  ) {}

  /**
   * The mails that are due, which count against the three of a kind that an address gets in an hour. Asked for before a
   * transaction, as it takes a connection of its own.
   */
  async due(accountId: string, kind: AccountNoticeKind): Promise<readonly QueuedMail[]> {
    const people = await this.prisma.person.findMany({ where: { accountId }, select: { email: true }, take: MOST });
    const mails: QueuedMail[] = [];
    for (const { email } of people)
      if (await this.attempts.mayMail(kind, email)) mails.push({ kind, recipient: email });
    return mails;
  }

  /** Has them sent if and only if the transaction commits. */
  async send(mails: readonly QueuedMail[], tx: Prisma.TransactionClient): Promise<void> {
    for (const mail of mails) await this.outbox.add(mail, tx);
  }
}
