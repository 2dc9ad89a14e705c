import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { Prisma } from '../../generated/client.js';
import type { MailKind } from './mail-kinds.js';

export interface QueuedMail {
  readonly kind: MailKind;
  readonly recipient: string;
  /** What a new account shall be called. */
  readonly accountName?: string;
}

/**
 * Mails that are to be sent. The request that adds one waits for a row alone, never for the mail server. What the mail
 * says, or whether there is anything to say to that address, is decided when it is sent.
 */
@Injectable()
export class MailOutbox {
  constructor(private readonly prisma: PrismaService) {}

  /** With `tx`, the mail is sent if and only if that transaction commits. */
  async add(mail: QueuedMail, tx: Prisma.TransactionClient = this.prisma): Promise<void> {
    await tx.mail.create({ data: { id: randomUUID(), ...mail } });
  }
}
