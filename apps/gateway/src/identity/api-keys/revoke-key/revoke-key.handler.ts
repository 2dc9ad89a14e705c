import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { KeyCache } from '../key-cache.js';
import { StoredKeys } from '../stored-keys.js';

@Injectable()
export class RevokeKeyHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly keys: StoredKeys,
    private readonly cache: KeyCache,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * The key stops for good, here at once and on every other copy of the gateway within a second; it stays to be looked
   * at. A second time changes nothing.
   */
  async execute(id: string, caller: Actor, ifMatch: string | undefined): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      const row = await this.keys.lock(tx, id, caller, ifMatch);
      if (row.revoked_at) return;
      const at = this.clock.now();
      await this.keys.save(tx, { ...row, revoked_at: at }, at);
      await this.audit.record(
        { action: 'api_key.revoked', accountId: row.account_id, targetId: id, ...doneBy(caller) },
        tx,
      );
    });
    this.cache.changed();
  }
}
