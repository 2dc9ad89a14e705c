import { inTransaction, POOL } from '@cds/postgres';
import { acceptBody, parseBody } from '@cds/validation';
import { Clock, newId } from '@cds/service-kit';
import { keepAnswer } from '@cds/idempotency';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { apiKeyInactive } from '../api-key.errors.js';
import { rollKeyBody } from '../api-key-schemas.js';
import { type ApiKeyRow, apiKeyView } from '../api-key-view.js';
import { KeyCache } from '../key-cache.js';
import { checkHasScopes } from '../key-grants.js';
import { createdKey, newSecret, type ShownKey } from '../new-key.js';
import { checkIsKept, lockAccount, StoredKeys } from '../stored-keys.js';

@Injectable()
export class RollKeyHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly keys: StoredKeys,
    private readonly cache: KeyCache,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a key with the settings of an old one, which ends with the grace. The new key is in this answer and in no
   * other one.
   */
  async execute(id: string, body: unknown, caller: Actor): Promise<ShownKey> {
    const { key, ...stored } = newSecret();
    const view = await inTransaction(this.pool, async (tx) => {
      const { account_id: accountId } = await this.keys.find(tx, id, caller);
      // Before the key, in the order in which the deletion of an account takes them.
      await lockAccount(tx, accountId);
      const old = await this.keys.lock(tx, id, caller);
      checkIsKept(old);
      const { grace_seconds: graceSeconds } = acceptBody(parseBody(rollKeyBody, body ?? {}));
      checkHasScopes(caller, old.scopes);
      const at = this.clock.now();
      if (old.expires_at && old.expires_at <= at) throw apiKeyInactive(id, 'has expired');
      if (graceSeconds > 0) await this.keys.checkHasRoom(tx, accountId, at);
      const row = await this.keys.insert(tx, { ...old, ...stored, id: newId('apiKey'), created_at: at });
      await this.keys.save(tx, { ...old, ...endOf(old, at, graceSeconds), replaced_by: row.id }, at);
      const details = { replaced_by: row.id, grace_seconds: graceSeconds };
      await this.audit.record({ action: 'api_key.rolled', accountId, targetId: id, details, ...doneBy(caller) }, tx);
      await keepAnswer(tx, caller.reservation, createdKey(apiKeyView(row)));
      return apiKeyView(row);
    });
    this.cache.changed();
    return { ...view, key };
  }
}

/** Never later than it would have ended by itself. */
const endOf = (old: ApiKeyRow, at: Date, graceSeconds: number): Partial<ApiKeyRow> => {
  if (graceSeconds === 0) return { revoked_at: at };
  const graceEnds = new Date(at.getTime() + graceSeconds * 1_000);
  return old.expires_at && old.expires_at < graceEnds ? {} : { expires_at: graceEnds };
};
