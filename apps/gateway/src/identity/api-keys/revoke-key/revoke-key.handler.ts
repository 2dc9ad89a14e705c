import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../../database/prisma.service.js';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { MadeCredentials } from '../../made-credentials/made-credentials.js';
import { KeyCache } from '../key-cache.js';
import { StoredKeys } from '../stored-keys.js';

@Injectable()
export class RevokeKeyHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly keys: StoredKeys,
    private readonly cache: KeyCache,
    private readonly made: MadeCredentials,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes a key for good: it stops working here at once and on every other copy of the gateway within a second. It
   * can still be read. With `cascade` go the credentials that it made. A second revocation changes nothing else.
   */
  async execute(id: string, caller: Actor, ifMatch: string | undefined, cascade = false): Promise<void> {
    const changed = await this.prisma.$transaction(async (tx) => {
      const { accountId, revokedAt } = await this.keys.lock(id, caller, ifMatch, tx);
      const at = this.clock.now();
      const owners = cascade ? await this.made.endOf([id], at, caller, tx) : [];
      if (revokedAt) return owners;
      await this.keys.save(id, { revokedAt: at }, at, tx);
      await this.audit.record({ action: 'api_key.revoked', accountId, targetId: id, ...doneBy(caller) }, tx);
      return [accountId, ...owners];
    });
    if (changed.length > 0) this.cache.changed(...changed);
  }
}
