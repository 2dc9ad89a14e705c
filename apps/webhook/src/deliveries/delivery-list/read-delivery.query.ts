import { idSchema } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { deliveryNotFound } from '../delivery.errors.js';
import { attemptView, deliveryView, type DeliveryWithAttempts } from '../delivery-view.js';

const messageId = idSchema('message');

@Injectable()
export class ReadDeliveryQuery {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * One delivery with every attempt, oldest first. Fails with `webhook_delivery.not_found` for another account's and a
   * deleted endpoint's too.
   */
  async execute(id: string, { accountId }: Caller): Promise<DeliveryWithAttempts> {
    if (!messageId.safeParse(id).success) throw deliveryNotFound(id);
    const row = await this.prisma.message.findFirst({
      where: { id, endpoint: { accountId, deletedAt: null } },
      include: { attempts: { orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] } },
    });
    if (!row) throw deliveryNotFound(id);
    return { ...deliveryView(row), attempts: row.attempts.map((attempt) => attemptView(attempt, row.payload)) };
  }
}
