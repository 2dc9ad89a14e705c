import { closeIdle, GroupRead, READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Principal } from '../principals/principal.js';
import { LOOK_UP_MS } from '../look-up-ms.js';
import { allowedNetwork } from '../principals/allowed-network.js';
import { rateLimitOf } from './api-key-view.js';
import { storedScopes } from './stored-scopes.js';

/** A key and the account that it acts for. */
export interface StoredKey {
  readonly principal: Principal;
  readonly expiresAt: Date | null;
  /** Also when its account was deleted. */
  readonly isRevoked: boolean;
  /** Whether it may be used from an address; null: from everywhere. */
  readonly isAllowedFrom: ((address: string) => boolean) | null;
}

/**
 * Finds a key with its account by the key's hash; null when there is none. This runs for every credential once a
 * second, so it is one prepared statement with a join (ADR 44), for all who ask at once. It fails within seconds when
 * the database goes silent (ADR 39).
 */
@Injectable()
export class StoredKeyQuery {
  private readonly keys = new GroupRead<StoredKey>((hashes) => this.load(hashes), {
    deadlineMs: LOOK_UP_MS,
    onSlow: () => closeIdle(this.pool),
  });

  constructor(@Inject(READ_POOL) private readonly pool: pg.Pool) {}

  async byHash(hash: string): Promise<StoredKey | null> {
    return (await this.keys.read(hash)) ?? null;
  }

  private async load(hashes: readonly string[]): Promise<ReadonlyMap<string, StoredKey>> {
    const { rows } = await this.pool.query<Row>({ name: 'stored-keys', text: SQL, values: [hashes] });
    return new Map(rows.map((row) => [row.hash, storedKeyOf(row)]));
  }
}

const SQL = `
  SELECT k.hash, k.id, k.name, k.account_id, a.name AS account_name, k.scopes, k.expires_at, k.allowed_cidrs,
    k.rate_limit, k.rate_window_seconds,
    k.revoked_at IS NOT NULL OR a.deleted_at IS NOT NULL AS is_revoked
  FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = ANY($1)`;

interface Row {
  hash: string;
  id: string;
  name: string;
  account_id: string;
  account_name: string;
  scopes: string[];
  expires_at: Date | null;
  allowed_cidrs: string[];
  rate_limit: number | null;
  rate_window_seconds: number | null;
  is_revoked: boolean;
}

const storedKeyOf = (row: Row): StoredKey => ({
  principal: {
    accountId: row.account_id,
    accountName: row.account_name,
    credentialId: row.id,
    scopes: storedScopes(row.scopes),
    credential: {
      type: 'api_key',
      name: row.name,
      rateLimit: rateLimitOf({ rateLimit: row.rate_limit, rateWindowSeconds: row.rate_window_seconds }),
      allowedCidrs: row.allowed_cidrs,
      expiresAt: row.expires_at,
      grantId: null,
    },
  },
  expiresAt: row.expires_at,
  isRevoked: row.is_revoked,
  isAllowedFrom: allowedNetwork(row.allowed_cidrs),
});
