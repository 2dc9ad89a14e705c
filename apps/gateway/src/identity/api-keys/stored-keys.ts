import { idSchema } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { matchesTag } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { ApiKey, Prisma } from '../../generated/client.js';
import { apiKeyChanged, apiKeyInactive, apiKeyNotFound, tooManyKeys } from './api-key.errors.js';
import { apiKeyStateTag, type ApiKeyRow, apiKeyView } from './api-key-view.js';
import { mayManage } from './key-grants.js';

const MAX_KEYS = 100;

/** What a new key is stored with. */
export type NewKey = Omit<ApiKey, 'updatedAt' | 'revokedAt' | 'lastUsedAt' | 'replacedBy'>;

/** What an edit, a roll or a revocation may change. */
export type KeyChanges = Partial<Omit<ApiKeyRow, 'id' | 'accountId' | 'prefix' | 'createdAt' | 'updatedAt'>>;

/** Keys as their owners manage them. */
@Injectable()
export class StoredKeys {
  constructor(private readonly prisma: PrismaService) {}

  insert(key: NewKey, tx: Prisma.TransactionClient): Promise<ApiKeyRow> {
    return tx.apiKey.create({ data: { ...key, updatedAt: key.createdAt }, omit: HASH });
  }

  save(id: string, changes: KeyChanges, at: Date, tx: Prisma.TransactionClient): Promise<ApiKeyRow> {
    return tx.apiKey.update({ where: { id }, data: { ...changes, updatedAt: at }, omit: HASH });
  }

  /**
   * Fails with `api_key.limit` unless the account has room for one more key. Call it after `lockAccount`. Counts every
   * key that is not revoked, expired ones included, since an edit can make them valid again; a rolled key counts until
   * its grace ends.
   */
  async checkHasRoom(accountId: string, now: Date, tx: Prisma.TransactionClient): Promise<void> {
    const isKept = { OR: [{ replacedBy: null }, { expiresAt: { gt: now } }] };
    const count = await tx.apiKey.count({ where: { accountId, revokedAt: null, ...isKept } });
    if (count >= MAX_KEYS) throw tooManyKeys(MAX_KEYS);
  }

  /** A key of the caller's account, or any key for `admin`; fails with `api_key.not_found`. */
  async find(id: string, caller: Caller, tx: Prisma.TransactionClient = this.prisma): Promise<ApiKeyRow> {
    checkIsId(id);
    const key = await tx.apiKey.findUnique({ where: { id }, omit: HASH });
    if (!key || !mayManage(caller, key.accountId)) throw apiKeyNotFound(id);
    return key;
  }

  /**
   * Locks the key until the transaction ends. Fails as `find` does and, where `If-Match` does not have its tag, with
   * `request.precondition_failed`.
   */
  async lock(
    id: string,
    caller: Caller,
    ifMatch: string | undefined,
    tx: Prisma.TransactionClient,
  ): Promise<ApiKeyRow> {
    checkIsId(id);
    await tx.$executeRaw`SELECT 1 FROM api_keys WHERE id = ${id} FOR UPDATE`;
    const key = await this.find(id, caller, tx);
    if (ifMatch !== undefined && !matchesTag(ifMatch, apiKeyStateTag(apiKeyView(key)))) throw apiKeyChanged(id);
    return key;
  }
}

const HASH = { hash: true } as const;

const checkIsId = (id: string): void => {
  if (!idSchema('apiKey').safeParse(id).success) throw apiKeyNotFound(id);
};

/** Fails with `api_key.inactive` for a key that was revoked or rolled, which nobody can change any more. */
export const checkIsKept = ({ id, revokedAt, replacedBy }: ApiKeyRow): void => {
  if (revokedAt) throw apiKeyInactive(id, 'was revoked');
  if (replacedBy !== null) throw apiKeyInactive(id, `was rolled into ${replacedBy}`);
};

/**
 * Whether the account exists. Until the transaction ends the account cannot be deleted, and other transactions that
 * call this wait, so that two of them cannot both take the last free place.
 */
export const lockAccount = async (accountId: string, tx: Prisma.TransactionClient): Promise<boolean> => {
  const locked = await tx.$executeRaw`
    SELECT 1 FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return locked === 1;
};
