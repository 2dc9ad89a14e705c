import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import type { Receiver } from '../../../generated/client.js';
import type { AnswerBody } from './receivers.schemas.js';
import { ReceiversQuery } from './receivers.query.js';

/** Changes and deletes receivers of an account; fails with `receiver.not_found` for any other. */
@Injectable()
export class ChangeReceiverHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly receivers: ReceiversQuery,
  ) {}

  /** Sets what it answers from now on. */
  async setAnswer(id: string, accountId: string, answer: AnswerBody): Promise<Receiver> {
    const receiver = await this.receivers.one(id, accountId);
    const data = { answerStatus: answer.status, answerDelayMs: answer.delay_seconds * 1_000 };
    await this.prisma.receiver.updateMany({ where: { id }, data });
    return { ...receiver, ...data };
  }

  /** With all that it received. */
  async delete(id: string, accountId: string): Promise<void> {
    await this.receivers.one(id, accountId);
    await this.prisma.receiver.deleteMany({ where: { id } });
  }
}
