import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Receiver } from '../../../generated/client.js';
import { receiverNotFound } from '../receivers.errors.js';

/** The receivers of an account whose day is not over. */
@Injectable()
export class ReceiversQuery {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** The oldest first. */
  list(accountId: string): Promise<Receiver[]> {
    const where = { accountId, expiresAt: { gt: this.clock.now() } };
    return this.prisma.receiver.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  }

  /** Fails with `receiver.not_found`, also for one of another account. */
  async one(id: string, accountId: string): Promise<Receiver> {
    const where = { id, accountId, expiresAt: { gt: this.clock.now() } };
    const receiver = await this.prisma.receiver.findFirst({ where });
    if (!receiver) throw receiverNotFound();
    return receiver;
  }
}
