import { inTransaction, POOL } from '@cds/postgres';
import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import { Clock, newId } from '@cds/service-kit';
import { keepAnswer } from '@cds/idempotency';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { createKeyBody, type CreateKey } from '../api-key-schemas.js';
import { apiKeyView } from '../api-key-view.js';
import { expiryViolations } from '../expiry.js';
import { checkHasScopes, checkMayLimit, mayManage } from '../key-grants.js';
import { createdKey, newSecret, type ShownKey } from '../new-key.js';
import { lockAccount, StoredKeys } from '../stored-keys.js';

@Injectable()
export class CreateKeyHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly keys: StoredKeys,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Makes a key with what the caller may hand on. The key is in this answer and in no other one, a replay included. */
  async execute(body: unknown, caller: Actor): Promise<ShownKey> {
    const order = this.accept(body, caller);
    const { key, ...stored } = newSecret();
    const view = await inTransaction(this.pool, async (tx) => {
      const said = rowOf(order, caller);
      const now = this.clock.now();
      if (!(await lockAccount(tx, said.account_id))) throwIfAny({ rejected: [UNKNOWN_ACCOUNT] });
      await this.keys.checkHasRoom(tx, said.account_id, now);
      const row = await this.keys.insert(tx, { ...said, ...stored, id: newId('apiKey'), created_at: now });
      const { id: targetId, account_id: accountId, scopes } = row;
      await this.audit.record(
        { action: 'api_key.created', accountId, targetId, details: { scopes }, ...doneBy(caller) },
        tx,
      );
      await keepAnswer(tx, caller.reservation, createdKey(apiKeyView(row)));
      return apiKeyView(row);
    });
    return { ...view, key };
  }

  private accept(body: unknown, caller: Actor): CreateKey {
    const parsed = parseBody(createKeyBody, body);
    throwIfAny({
      invalid: [...(parsed.violations ?? []), ...expiryViolations(parsed.partial.expires_at, this.clock.now())],
    });
    const order = acceptBody(parsed);
    if (order.account_id !== undefined && !mayManage(caller, order.account_id)) checkHasScopes(caller, ['admin']);
    checkHasScopes(caller, order.scopes);
    checkMayLimit(caller, limitOf(order), null);
    return order;
  }
}

const limitOf = ({ rate_limit: rate }: CreateKey) => rate && { limit: rate.limit, windowSeconds: rate.window_seconds };

const rowOf = (order: CreateKey, caller: Actor) => ({
  account_id: order.account_id ?? caller.accountId,
  name: order.name,
  scopes: order.scopes,
  allowed_cidrs: order.allowed_cidrs,
  rate_limit: order.rate_limit?.limit ?? null,
  rate_window_seconds: order.rate_limit?.window_seconds ?? null,
  expires_at: order.expires_at,
});

const UNKNOWN_ACCOUNT = { pointer: '/account_id', code: 'account.unknown', detail: 'is no account' } as const;
