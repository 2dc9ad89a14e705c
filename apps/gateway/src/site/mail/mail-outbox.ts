import { randomUUID } from 'node:crypto';
import { Clock } from '@cds/service-kit';
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
 * Mails that are to be sent. Who asks for one waits for a row alone, never for the mail server; what the mail says, or
 * whether there is anything to say to that address, is decided when it is sent.
 */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** With `tx`, the mail is sent exactly when what it tells of has happened. */
  async add(mail: QueuedMail, tx: Prisma.TransactionClient = this.prisma): Promise<void> {
    const now = this.clock.now();
    await tx.mail.create({ data: { id: randomUUID(), ...mail, createdAt: now, dueAt: now } });
  }
}
