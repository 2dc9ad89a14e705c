import { isDeepStrictEqual } from 'node:util';
import { inTransaction, POOL } from '@cds/postgres';
import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AuditLog, doneBy } from '../../audit-log/audit-log.js';
import type { Actor } from '../../principals/current-actor.decorator.js';
import { type EditKey, editKeyBody } from '../api-key-schemas.js';
import { type ApiKeyRow, apiKeyView, type ApiKeyView, rateLimitOf } from '../api-key-view.js';
import { expiryViolations } from '../expiry.js';
import { KeyCache } from '../key-cache.js';
import { checkHasScopes, checkMayLimit } from '../key-grants.js';
import { RATE_LIMIT_DEFAULT } from '../rate-limit.js';
import { checkIsKept, StoredKeys } from '../stored-keys.js';

@Injectable()
export class EditKeyHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly keys: StoredKeys,
    private readonly cache: KeyCache,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges a patch into a key, which takes every scope that it has and is to have. What is there already changes
   * nothing.
   */
  async execute(id: string, body: unknown, caller: Actor, ifMatch: string | undefined): Promise<ApiKeyView> {
    const view = await inTransaction(this.pool, async (tx) => {
      const now = await this.keys.lock(tx, id, caller, ifMatch);
      checkIsKept(now);
      const wanted = merged(now, this.accept(body));
      checkHasScopes(caller, [...now.scopes, ...wanted.scopes]);
      checkMayLimit(caller, rateLimitOf(wanted), rateLimitOf(now));
      return apiKeyView(isDeepStrictEqual(wanted, now) ? now : await this.save(tx, now, wanted, caller));
    });
    this.cache.changed();
    return view;
  }

  private accept(body: unknown): EditKey {
    const parsed = parseBody(editKeyBody, body);
    throwIfAny({
      invalid: [...(parsed.violations ?? []), ...expiryViolations(parsed.partial.expires_at, this.clock.now())],
    });
    return acceptBody(parsed);
  }

  private async save(tx: pg.PoolClient, now: ApiKeyRow, wanted: ApiKeyRow, caller: Actor): Promise<ApiKeyRow> {
    const row = await this.keys.save(tx, wanted, this.clock.now());
    const changed = SETTINGS.filter((field) => !isDeepStrictEqual(now[field], wanted[field]));
    await this.audit.record(
      {
        action: 'api_key.edited',
        accountId: row.account_id,
        targetId: row.id,
        details: { changed },
        ...doneBy(caller),
      },
      tx,
    );
    return row;
  }
}

const SETTINGS = ['name', 'scopes', 'expires_at', 'allowed_cidrs', 'rate_limit', 'rate_window_seconds'] as const;

const merged = (
  now: ApiKeyRow,
  {
    name = now.name,
    scopes = now.scopes,
    expires_at = now.expires_at,
    allowed_cidrs = now.allowed_cidrs,
    rate_limit: rate,
  }: EditKey,
): ApiKeyRow => ({
  ...now,
  name,
  scopes,
  expires_at,
  allowed_cidrs: allowed_cidrs ?? [],
  ...(rate !== undefined && mergedRate(now, rate)),
});

const mergedRate = (
  now: ApiKeyRow,
  rate: NonNullable<EditKey['rate_limit']> | null,
): Pick<ApiKeyRow, 'rate_limit' | 'rate_window_seconds'> => {
  if (rate === null) return { rate_limit: null, rate_window_seconds: null };
  const { limit, windowSeconds } = rateLimitOf(now) ?? RATE_LIMIT_DEFAULT;
  return { rate_limit: rate.limit ?? limit, rate_window_seconds: rate.window_seconds ?? windowSeconds };
};
