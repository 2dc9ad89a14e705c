import { AppError } from '@cds/errors';
import type { Queryable } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';

export type StoredKind = 'photos' | 'imports' | 'exports';

/** Injection token of how many bytes of each kind an account may keep. */
export const STORAGE_LIMITS = Symbol('STORAGE_LIMITS');
export type StorageLimits = Readonly<Record<StoredKind, number>>;

/** An object of the storage, as its account counts it. */
export interface StoredObject {
  readonly kind: StoredKind;
  readonly id: string;
  readonly accountId: string;
  readonly bytes: number;
}

/**
 * How many bytes each account keeps in the storage, as a counter for each kind. What is added is noted by object, so
 * that exactly this is taken off when the object is removed.
 */
@Injectable()
export class StoredBytes {
  constructor(@Inject(STORAGE_LIMITS) private readonly limits: StorageLimits) {}

  /**
   * Counts bytes of an object, further ones too. Fails with `storage.limit` when the account then keeps more than it
   * may: in a transaction, which is rolled back, the bound is exact.
   */
  async add(tx: Queryable, object: StoredObject): Promise<void> {
    await this.count(tx, ADD, object);
  }

  /** The same for an object that counts once, however often it is added: two catches may have one picture. */
  async addOnce(tx: Queryable, object: StoredObject): Promise<void> {
    await this.count(tx, ADD_ONCE, object);
  }

  /** Fails with `storage.limit` when so many further bytes would be more than the account may keep. */
  async checkHasRoom(db: Queryable, kind: StoredKind, accountId: string, more = 1): Promise<void> {
    const { rows } = await db.query<{ bytes: string }>(READ, [accountId, kind]);
    if (Number(rows[0]?.bytes ?? 0) + more > this.limits[kind]) throw storageUsedUp(kind, this.limits[kind]);
  }

  /** The objects are gone from the storage. */
  async remove(db: Queryable, kind: StoredKind, ids: readonly string[]): Promise<void> {
    const { rows } = await db.query<{ account_id: string }>(REMOVE, [kind, ids]);
    if (rows.length > 0) await db.query(FORGET, [kind, rows.map(({ account_id: accountId }) => accountId)]);
  }

  private async count(tx: Queryable, sql: string, { kind, id, accountId, bytes }: StoredObject): Promise<void> {
    const { rows } = await tx.query<{ bytes: string }>(sql, [kind, id, accountId, bytes]);
    if (Number(rows[0]?.bytes ?? 0) > this.limits[kind]) throw storageUsedUp(kind, this.limits[kind]);
  }
}

const counted = (added: string): string => `
WITH added AS (${added} RETURNING 1)
INSERT INTO stored_bytes AS total (account_id, kind, bytes) SELECT $3, $1, $4::bigint FROM added
ON CONFLICT (account_id, kind) DO UPDATE SET bytes = total.bytes + excluded.bytes RETURNING total.bytes`;

const INSERT = 'INSERT INTO stored_objects AS known (kind, id, account_id, bytes) VALUES ($1, $2, $3, $4::bigint)';
const ADD = counted(`${INSERT} ON CONFLICT (kind, id, account_id) DO UPDATE SET bytes = known.bytes + excluded.bytes`);
const ADD_ONCE = counted(`${INSERT} ON CONFLICT (kind, id, account_id) DO NOTHING`);

const READ = 'SELECT bytes FROM stored_bytes WHERE account_id = $1 AND kind = $2';

const REMOVE = `
WITH gone AS (DELETE FROM stored_objects WHERE kind = $1 AND id = ANY($2) RETURNING account_id, bytes),
freed AS (SELECT account_id, sum(bytes) AS bytes FROM gone GROUP BY account_id)
UPDATE stored_bytes AS total SET bytes = total.bytes - freed.bytes FROM freed
WHERE total.kind = $1 AND total.account_id = freed.account_id RETURNING total.account_id`;

const FORGET = 'DELETE FROM stored_bytes WHERE kind = $1 AND account_id = ANY($2) AND bytes <= 0';

const SETTINGS: Readonly<Record<StoredKind, string>> = {
  photos: 'PHOTO_KEPT_BYTES',
  imports: 'IMPORT_KEPT_BYTES',
  exports: 'EXPORT_KEPT_BYTES',
};

const REMARKS: Readonly<Partial<Record<StoredKind, string>>> = {
  imports: ' Refused rows count until 30 days after the end of their import.',
};

const storageUsedUp = (kind: StoredKind, limit: number): AppError =>
  new AppError({
    code: 'storage.limit',
    kind: 'rejected',
    message: `The ${kind} of this account may take ${limit} bytes together, which is the limit.${REMARKS[kind] ?? ''}`,
    detail: { setting: SETTINGS[kind] },
  });
