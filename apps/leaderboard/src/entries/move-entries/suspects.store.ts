import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** An account whose changes share no batch with those of others. */
export interface Suspect {
  readonly accountId: string;
  /** The size of its next batch. */
  readonly size: number;
  /** How often not even a single change of it could be applied. */
  readonly refusals: number;
}

export interface KnownSuspect extends Suspect {
  /** Whether its next batch may begin. */
  readonly isDue: boolean;
}

/** The accounts that are suspected of holding up others. All copies share them, and the database's clock decides. */
@Injectable()
export class Suspects {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Those whose turn came first go first. */
  async read(db: Queryable): Promise<KnownSuspect[]> {
    return (await db.query<KnownSuspect>({ name: 'suspected-accounts', text: READ })).rows;
  }

  /** They are due after `pauseMs`. Those that are suspected already stay as they are. */
  async add(accountIds: readonly string[], size: number, pauseMs: number): Promise<void> {
    await this.pool.query(ADD, [accountIds, size, pauseMs]);
  }

  async pause({ accountId, size, refusals }: Suspect, pauseMs: number): Promise<void> {
    await this.pool.query(PAUSE, [accountId, size, refusals, pauseMs]);
  }

  async clear(accountId: string): Promise<void> {
    await this.pool.query('DELETE FROM suspected_accounts WHERE account_id = $1', [accountId]);
  }
}

const READ = `
  SELECT account_id AS "accountId", batch_size AS size, refusals, due_at <= clock_timestamp() AS "isDue"
  FROM suspected_accounts ORDER BY due_at`;

const ADD = `
  INSERT INTO suspected_accounts (account_id, batch_size, due_at)
  SELECT account_id, $2, clock_timestamp() + make_interval(secs => $3::float8 / 1000)
  FROM unnest($1::text[]) AS account_id ORDER BY account_id
  ON CONFLICT (account_id) DO NOTHING`;

const PAUSE = `
  UPDATE suspected_accounts SET batch_size = $2, refusals = $3, suspected_at = clock_timestamp(),
    due_at = clock_timestamp() + make_interval(secs => $4::float8 / 1000)
  WHERE account_id = $1`;
