import { type Scope, SCOPES } from '@cds/contracts';
import { POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Principal } from '../authentication/principal.js';

/** A key that was not revoked, with the account that it acts for. */
export interface StoredKey {
  readonly principal: Principal;
  readonly expiresAt: Date | null;
}

/** Which key has this hash? Null when there is none, or when it was revoked. */
@Injectable()
export class StoredKeyQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async byHash(hash: string): Promise<StoredKey | null> {
    const { rows } = await this.pool.query<Row>({ name: 'stored-key', text: SQL, values: [hash] });
    const [row] = rows;
    return row ? storedKeyOf(row) : null;
  }
}

const SQL = `
  SELECT k.id, k.name, k.account_id, a.name AS account_name, k.scopes, k.expires_at
  FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL`;

interface Row {
  id: string;
  name: string;
  account_id: string;
  account_name: string;
  scopes: string[];
  expires_at: Date | null;
}

const storedKeyOf = (row: Row): StoredKey => ({
  principal: {
    accountId: row.account_id,
    accountName: row.account_name,
    credentialId: row.id,
    scopes: row.scopes.filter(isScope),
    credential: { type: 'api_key', name: row.name, rateLimit: null },
  },
  expiresAt: row.expires_at,
});

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);
