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

  /**
   * Takes the turn of an account, in the transaction of its batch and under the writer's lock. Returns false when it is
   * not due any more: another copy was there before, for this account or for another slow one.
   */
  async takeTurn(tx: Queryable, accountId: string): Promise<boolean> {
    return (await tx.query({ name: 'turn-of-suspect', text: TAKE_TURN, values: [accountId] })).rowCount === 1;
  }

  /**
   * Suspects accounts whose batch was slow or failed; those that are suspected already stay as they are. If there are
   * several, most of them did nothing: they are due at once, and are not suspected for long however often it happens.
   * A single one is due after `pauseMs`, and no other slow account before that.
   */
  async add(accountIds: readonly string[], size: number, pauseMs: number): Promise<void> {
    const isFoundOut = accountIds.length === 1;
    await this.pool.query(ADD, [accountIds, size, pauseMs, isFoundOut, isFoundOut ? MOST : MOST_OF_MANY]);
  }

  /** It is due after `pauseMs`, and no other slow account before `restMs` have passed. */
  async pause({ accountId, size, refusals }: Suspect, pauseMs: number, restMs: number): Promise<void> {
    await this.pool.query(PAUSE, [accountId, size, refusals, pauseMs, restMs, MOST]);
  }

  /** Lets changes that could not be applied be tried again now: what starts may be a release that mends it. */
  async retryRefused(): Promise<void> {
    await this.pool.query(RETRY_REFUSED);
  }

  /**
   * A batch of its own was fast: it is due again. The suspicion ends at once the first time, and after an account was
   * suspected or slow again, not before it was fast for 10 s, 30 s, 70 s and so on.
   */
  async clear({ accountId, size }: Suspect): Promise<void> {
    await this.pool.query(CLEAR, [accountId, size]);
  }
}

/** So many suspicions of an account are counted at most. */
const MOST = 10;
/** And so many of those that it shared with others: it is suspected for 70 s at most. */
const MOST_OF_MANY = 4;

/** Accounts that were slow share a fifth of the time: while one of them rests, none of them has its turn. */
const IS_DUE = `due_at <= clock_timestamp() AND (
    resting_until IS NULL
    OR NOT EXISTS (SELECT FROM suspected_accounts AS slow WHERE slow.resting_until > clock_timestamp())
  )`;

const READ = `
  SELECT account_id AS "accountId", batch_size AS size, refusals, ${IS_DUE} AS "isDue"
  FROM suspected_accounts WHERE is_active ORDER BY due_at`;

const TAKE_TURN = `
  UPDATE suspected_accounts SET due_at = clock_timestamp() + interval '1 minute'
  WHERE account_id = $1 AND is_active AND ${IS_DUE}`;

/** Columns have milliseconds: what is due now must not be rounded to a time that is still to come. */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;

const LATER = (parameter: string): string => `${NOW} + make_interval(secs => ${parameter}::float8 / 1000)`;

const ADD = `
  INSERT INTO suspected_accounts AS known (account_id, batch_size, due_at, resting_until)
  SELECT account_id, $2, ${LATER('$3')}, CASE WHEN $4 THEN ${LATER('$3')} END
  FROM unnest($1::text[]) AS account_id ORDER BY account_id
  ON CONFLICT (account_id) DO UPDATE SET is_active = true, refusals = 0, batch_size = excluded.batch_size,
    due_at = excluded.due_at, resting_until = coalesce(excluded.resting_until, known.resting_until),
    suspicions = greatest(known.suspicions, least(known.suspicions + 1, $5)), suspected_at = clock_timestamp()
  WHERE NOT known.is_active`;

const PAUSE = `
  UPDATE suspected_accounts SET batch_size = $2, refusals = $3, suspicions = least(suspicions + 1, $6),
    suspected_at = clock_timestamp(), due_at = ${LATER('$4')}, resting_until = ${LATER('$5')}
  WHERE account_id = $1`;

const RETRY_REFUSED = `
  UPDATE suspected_accounts SET due_at = ${NOW} WHERE is_active AND refusals > 0`;

const CLEAR = `
  UPDATE suspected_accounts SET batch_size = $2, refusals = 0, due_at = ${NOW},
    is_active = clock_timestamp() < suspected_at + interval '10 seconds' * (2 ^ (suspicions - 1) - 1)
  WHERE account_id = $1`;
