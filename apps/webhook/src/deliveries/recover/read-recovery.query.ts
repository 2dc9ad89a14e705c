import { idSchema } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { recoveryNotFound } from '../delivery.errors.js';
import { recoveryView, type RecoveryView } from './recovery-view.js';

const recoveryId = idSchema('webhookRecovery');

@Injectable()
export class ReadRecoveryQuery {
  constructor(private readonly prisma: PrismaService) {}

  /** Fails with `webhook_recovery.not_found` for another account's and a deleted endpoint's too. */
  async execute(id: string, { accountId }: Caller): Promise<RecoveryView> {
    if (!recoveryId.safeParse(id).success) throw recoveryNotFound(id);
    const row = await this.prisma.recovery.findFirst({ where: { id, endpoint: { accountId, deletedAt: null } } });
    if (!row) throw recoveryNotFound(id);
    return recoveryView(row);
  }
}
