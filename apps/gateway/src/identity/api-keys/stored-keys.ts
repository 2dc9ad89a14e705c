import { idSchema } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { matchesTag } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '@cds/postgres';
import { apiKeyChanged, apiKeyInactive, apiKeyNotFound, tooManyKeys } from './api-key.errors.js';
import { API_KEY_COLUMNS, apiKeyStateTag, type ApiKeyRow, apiKeyView } from './api-key-view.js';
import { mayManage } from './key-grants.js';

const MAX_KEYS = 100;

/** A new row: what its owner says of it, and what it is found by. */
export type NewKey = Pick<
  ApiKeyRow,
  | 'id'
  | 'account_id'
  | 'name'
  | 'prefix'
  | 'scopes'
  | 'allowed_cidrs'
  | 'rate_limit'
  | 'rate_window_seconds'
  | 'created_at'
  | 'expires_at'
> & {
  readonly hash: string;
};

/** Keys as their owners write them. */
@Injectable()
export class StoredKeys {
  async insert(tx: Queryable, key: NewKey): Promise<ApiKeyRow> {
    const {
      id,
      account_id,
      name,
      hash,
      prefix,
      scopes,
      allowed_cidrs,
      rate_limit,
      rate_window_seconds,
      created_at,
      expires_at,
    } = key;
    return this.one(tx, INSERT, [
      id,
      account_id,
      name,
      hash,
      prefix,
      scopes,
      allowed_cidrs,
      rate_limit,
      rate_window_seconds,
      created_at,
      expires_at,
    ]);
  }

  async save(tx: Queryable, row: ApiKeyRow, at: Date): Promise<ApiKeyRow> {
    const { id, name, scopes, allowed_cidrs, rate_limit, rate_window_seconds, expires_at, revoked_at, replaced_by } =
      row;
    return this.one(tx, SAVE, [
      id,
      name,
      scopes,
      allowed_cidrs,
      rate_limit,
      rate_window_seconds,
      expires_at,
      revoked_at,
      replaced_by,
      at,
    ]);
  }

  /**
   * Fails with `api_key.limit` unless the account has room for one more key. Call it after `lockAccount`. Counts the
   * keys that nobody revoked, expired ones too, since an edit brings those back; of a rolled key until its grace ends.
   */
  async checkHasRoom(tx: Queryable, accountId: string, now: Date): Promise<void> {
    const { rows } = await tx.query<{ count: number }>(COUNT, [accountId, now]);
    if ((rows[0]?.count ?? 0) >= MAX_KEYS) throw tooManyKeys(MAX_KEYS);
  }

  /**
   * The key until the transaction ends; fails with `api_key.not_found` or, where `If-Match` does not have its tag,
   * `request.precondition_failed`.
   */
  async lock(tx: Queryable, id: string, caller: Caller, ifMatch?: string): Promise<ApiKeyRow> {
    const row = await this.find(tx, id, caller, 'FOR UPDATE');
    if (ifMatch !== undefined && !matchesTag(ifMatch, apiKeyStateTag(apiKeyView(row)))) throw apiKeyChanged(id);
    return row;
  }

  /** A key of the caller's account, of any for `admin`; fails with `api_key.not_found`. */
  async find(db: Queryable, id: string, caller: Caller, lock = ''): Promise<ApiKeyRow> {
    if (!idSchema('apiKey').safeParse(id).success) throw apiKeyNotFound(id);
    const { rows } = await db.query<ApiKeyRow>(`SELECT ${API_KEY_COLUMNS} FROM api_keys WHERE id = $1 ${lock}`, [id]);
    const [row] = rows;
    if (!row || !mayManage(caller, row.account_id)) throw apiKeyNotFound(id);
    return row;
  }

  private async one(tx: Queryable, text: string, values: readonly unknown[]): Promise<ApiKeyRow> {
    const { rows } = await tx.query<ApiKeyRow>(text, [...values]);
    const [row] = rows;
    if (!row) throw new Error('the key was not written');
    return row;
  }
}

/** Fails with `api_key.inactive` for a key that is nobody's to change any more. */
export const checkIsKept = ({ id, revoked_at: revokedAt, replaced_by: replacedBy }: ApiKeyRow): void => {
  if (revokedAt) throw apiKeyInactive(id, 'was revoked');
  if (replacedBy !== null) throw apiKeyInactive(id, `was rolled into ${replacedBy}`);
};

/**
 * Whether the account exists. Until the transaction ends it is not deleted, and no other transaction that calls this
 * goes on: keys are counted by one maker after the other.
 */
export const lockAccount = async (tx: Queryable, accountId: string): Promise<boolean> => {
  const { rowCount } = await tx.query(LOCK_ACCOUNT, [accountId]);
  return rowCount === 1;
};

const LOCK_ACCOUNT = 'SELECT 1 FROM accounts WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE';

const COUNT = `
SELECT count(*)::int AS count FROM api_keys
WHERE account_id = $1 AND revoked_at IS NULL AND (replaced_by IS NULL OR expires_at > $2)`;

const INSERT = `
INSERT INTO api_keys (id, account_id, name, hash, prefix, scopes, allowed_cidrs, rate_limit, rate_window_seconds,
  created_at, updated_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11) RETURNING ${API_KEY_COLUMNS}`;

const SAVE = `
UPDATE api_keys SET name = $2, scopes = $3, allowed_cidrs = $4, rate_limit = $5, rate_window_seconds = $6,
  expires_at = $7, revoked_at = $8, replaced_by = $9,
  updated_at = $10
WHERE id = $1 RETURNING ${API_KEY_COLUMNS}`;
