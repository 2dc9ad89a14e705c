import { Clock, ServiceLogger } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PrismaService } from '../../database/prisma.service.js';

const MINUTE_MS = 60_000;

/**
 * Records when keys were last used, to the minute. It does not delay the request, and a record that is lost does no
 * harm.
 */
@Injectable()
export class KeyUse {
  private readonly noted = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    private readonly logger: ServiceLogger,
  ) {}

  note(keyId: string): void {
    const now = this.clock.now();
    const last = this.noted.get(keyId);
    if (last !== undefined && now.getTime() < last + MINUTE_MS) return;
    this.noted.set(keyId, now.getTime());
    this.write(keyId, now).catch((error: unknown) =>
      this.logger.event('key_use.not_noted', { credential_id: keyId, err: error }, 'warn'),
    );
  }

  /** The condition spares the row a write where another copy of the gateway has recorded this minute. */
  private async write(keyId: string, now: Date): Promise<void> {
    const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
    await this.prisma.apiKey.updateMany({
      where: { id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: aMinuteAgo } }] },
      data: { lastUsedAt: now },
    });
  }
}
