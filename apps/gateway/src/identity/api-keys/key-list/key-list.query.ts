import { orderOf, POOL, type SqlValues } from '@cds/postgres';
import type { Caller } from '@cds/identity';
import { Clock } from '@cds/service-kit';
import { type CursorEnvelope, Cursors, listScope, mapPage, tablePage } from '@cds/listing';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type ApiKeyRow, apiKeyView, type ApiKeyView } from '../api-key-view.js';
import { checkHasScopes, mayManage } from '../key-grants.js';
import { StoredKeys } from '../stored-keys.js';
import type { ListKeysQuery } from './key-list.schemas.js';

const COLUMNS =
  'id, account_id AS "accountId", name, prefix, scopes, allowed_cidrs AS "allowedCidrs", rate_limit AS "rateLimit", ' +
  'rate_window_seconds AS "rateWindowSeconds", created_at AS "createdAt", updated_at AS "updatedAt", ' +
  'expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", replaced_by AS ' +
  '"replacedBy", created_by AS "createdBy"';

/** Reads the keys of one account, revoked ones included unless `active` filters them out. */
@Injectable()
export class KeyListQuery {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly keys: StoredKeys,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** The keys of another account require the scope `admin`. */
  async list(query: ListKeysQuery, caller: Caller): Promise<CursorEnvelope<ApiKeyView>> {
    const accountId = query.account_id ?? caller.accountId;
    if (!mayManage(caller, accountId)) checkHasScopes(caller, ['admin']);
    const page = await tablePage<ApiKeyRow>(this.pool, this.cursors, listScope('api-keys', accountId, query), query, {
      table: 'api_keys',
      columns: COLUMNS,
      order: orderOf(query.sort),
      terms: (values) => [`account_id = ${values.add(accountId)}`, ...this.activity(query, values)],
    });
    return mapPage(page, apiKeyView);
  }

  async one(id: string, caller: Caller): Promise<ApiKeyView> {
    return apiKeyView(await this.keys.find(id, caller));
  }

  private activity({ active }: ListKeysQuery, values: SqlValues): string[] {
    if (active === undefined) return [];
    const isActive = `(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${values.add(this.clock.now())}))`;
    return [active ? isActive : `NOT ${isActive}`];
  }
}
