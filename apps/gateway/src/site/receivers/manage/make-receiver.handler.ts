import { keepAnswer, type Reservation, type StoredResponse } from '@cds/idempotency';
import { Clock, newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { statementsIn } from '../../../database/statements-in.js';
import { lockAccount } from '../../../identity/api-keys/stored-keys.js';
import { sessionEnded } from '../../../identity/principals/credentials.errors.js';
import { tooManyReceivers } from '../receivers.errors.js';
import { bareReceiver } from './receiver-view.js';

const MAX_RECEIVERS = 3;
const LIFE_MS = 86_400_000;

@Injectable()
export class MakeReceiverHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a receiver that lives for a day. Fails with `receiver.limit` while the account has three. The answer lacks
   * the address, whose token is stored nowhere.
   */
  async execute(accountId: string, reservation: Reservation | null): Promise<StoredResponse> {
    const createdAt = this.clock.now();
    return this.prisma.$transaction(async (tx) => {
      if (!(await lockAccount(accountId, tx))) throw sessionEnded();
      const count = await tx.receiver.count({ where: { accountId, expiresAt: { gt: createdAt } } });
      if (count >= MAX_RECEIVERS) throw tooManyReceivers(MAX_RECEIVERS);
      const expiresAt = new Date(createdAt.getTime() + LIFE_MS);
      const made = await tx.receiver.create({ data: { id: newId('receiver'), accountId, createdAt, expiresAt } });
      const answer = { status: 201, headers: {}, body: bareReceiver(made) };
      await keepAnswer(statementsIn(tx), reservation, answer);
      return answer;
    });
  }
}
