import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { KeyCache } from '../key-cache.js';
import { StoredKeys } from '../stored-keys.js';

@Injectable()
export class RevokeKeyHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly keys: StoredKeys,
    private readonly cache: KeyCache,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes a key for good: it stops working here at once and on every other copy of the gateway within a second. It
   * can still be read. A second revocation changes nothing.
   */
  async execute(id: string, caller: Actor, ifMatch: string | undefined): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const { accountId, revokedAt } = await this.keys.lock(id, caller, ifMatch, tx);
      if (revokedAt) return;
      const at = this.clock.now();
      await this.keys.save(id, { revokedAt: at }, at, tx);
      await this.audit.record({ action: 'api_key.revoked', accountId, targetId: id, ...doneBy(caller) }, tx);
    });
    this.cache.changed();
  }
}
