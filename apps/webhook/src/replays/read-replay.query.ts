import { idSchema } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { replayNotFound } from '../deliveries/delivery.errors.js';
import { replayView, type ReplayView } from './replay-view.js';

const replayId = idSchema('webhookReplay');

@Injectable()
export class ReadReplayQuery {
  constructor(private readonly prisma: PrismaService) {}

  /** Fails with `webhook_replay.not_found` for another account's and a deleted endpoint's too. */
  async execute(id: string, { accountId }: Caller): Promise<ReplayView> {
    if (!replayId.safeParse(id).success) throw replayNotFound(id);
    const row = await this.prisma.replay.findFirst({ where: { id, endpoint: { accountId, deletedAt: null } } });
    if (!row) throw replayNotFound(id);
    return replayView(row);
  }
}
