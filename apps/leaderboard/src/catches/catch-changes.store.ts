import type { VerificationTier } from '@cds/contracts';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchChange } from './catch-changes.js';
import { type FactRow, toFact, toFactRow } from './fact-row.js';

interface ChangeRow {
  position: string;
  catch_id: string;
  before: FactRow | null;
  after: FactRow | null;
  traceparent: string | null;
  account_id: string | null;
}

/** Whose changes are wanted. */
interface ChangesWanted {
  /** Null for all accounts. */
  readonly accountId: string | null;
  readonly except: readonly string[];
}

const ALL: ChangesWanted = { accountId: null, except: [] };

/** As many accounts share a batch at most. */
const MAX_ACCOUNTS = 100;

/**
 * Changes of catches that entries do not show yet. Consumers add them in the transaction that stores the catch, and
 * `EntryMover` takes them. The changes of one catch are in the order of its versions, because whoever adds one holds
 * the lock of the catch. A catch belongs to one account for ever, so that accounts may overtake each other.
 */
@Injectable()
export class CatchChanges {
  /** The accounts that share the next batch come after this one. */
  private lastAccount = '';
  private batches = 0;

  /** The lowest tier that any ranking accepts. */
  async lowestTier(db: Queryable): Promise<VerificationTier> {
    const { rowCount } = await db.query({ name: 'counts-unverified', text: COUNTS_UNVERIFIED });
    return rowCount === 0 ? 'photo' : 'unverified';
  }

  async add(db: Queryable, changes: readonly CatchChange[]): Promise<void> {
    const values = [
      changes.map(({ catchId }) => catchId),
      changes.map(({ before }) => (before === null ? null : JSON.stringify(toFactRow(before)))),
      changes.map(({ after }) => (after === null ? null : JSON.stringify(toFactRow(after)))),
      changes.map(({ traceparent }) => traceparent),
      changes.map(({ accountId }) => accountId),
    ];
    await db.query({ name: 'add-catch-changes', text: ADD, values });
  }

  /**
   * Removes and returns the oldest changes of each account, at most `max` in all: of one account, or of all `except`
   * some. Accounts get equal shares, so that one with a million changes delays its own. The changes of an account keep
   * their order.
   */
  async take(db: Queryable, max: number, { accountId, except }: ChangesWanted = ALL): Promise<CatchChange[]> {
    const waiting = accountId === null ? await this.accountsInTurn(db) : [accountId];
    const accounts = waiting.filter((id) => !except.includes(id));
    const share = Math.ceil(max / Math.max(1, accounts.length));
    const { rows } = await db.query<ChangeRow>(
      accountId !== null
        ? { name: 'take-changes-of-one', text: TAKE_OF_ONE, values: [max, accounts, share] }
        : except.length > 0
          ? { name: 'take-changes-of-others', text: TAKE_OF_OTHERS, values: [max, accounts, share, except] }
          : accounts.length > 1
            ? { name: 'share-catch-changes', text: SHARE, values: [max, accounts, share] }
            : { name: 'take-catch-changes', text: TAKE, values: [max] },
    );
    return rows
      .sort((a, b) => Number(a.position) - Number(b.position))
      .map((row) => ({
        catchId: row.catch_id,
        before: row.before && toFact(row.before),
        after: row.after && toFact(row.after),
        traceparent: row.traceparent,
        accountId: row.account_id,
      }));
  }

  /** Some of the accounts whose changes wait: others each time when there are too many, and another one first. */
  private async accountsInTurn(db: Queryable): Promise<string[]> {
    const values = [this.lastAccount, MAX_ACCOUNTS];
    const { rows } = await db.query<{ account_id: string }>({ name: 'changing-accounts', text: ACCOUNTS, values });
    const accounts = rows.map((row) => row.account_id);
    this.lastAccount = accounts.length < MAX_ACCOUNTS ? '' : (accounts.at(-1) ?? '');
    const first = this.batches++ % Math.max(1, accounts.length);
    return [...accounts.slice(first), ...accounts.slice(0, first)];
  }
}

const COUNTS_UNVERIFIED = `
  SELECT FROM rankings WHERE state <> 'retired' AND min_verification_tier = 'unverified' LIMIT 1`;

const ADD = `
  INSERT INTO catch_changes (catch_id, before, after, traceparent, account_id)
  SELECT catch_id, before, after, traceparent, account_id
  FROM unnest($1::text[], $2::json[], $3::json[], $4::text[], $5::text[]) WITH ORDINALITY
    AS added (catch_id, before, after, traceparent, account_id, ordinal)
  ORDER BY ordinal`;

/** Each one is found by a look into the index behind the one before it. */
const ACCOUNTS = `
  WITH RECURSIVE waiting (account_id, ordinal) AS (
    (SELECT account_id, 1 FROM catch_changes WHERE account_id > $1 ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT next.account_id, waiting.ordinal + 1
    FROM waiting CROSS JOIN LATERAL (
      SELECT account_id FROM catch_changes WHERE account_id > waiting.account_id ORDER BY account_id LIMIT 1
    ) AS next
    WHERE waiting.ordinal < $2
  )
  SELECT account_id FROM waiting`;

/**
 * Rows are deleted where they were found. Most of the time there are none, and a plan that was made then and looks them
 * up again compares each of those that wait with each of those to take.
 */
const deleteSql = (ctids: string): string => `
  DELETE FROM catch_changes WHERE ctid = ANY(ARRAY(${ctids}))
  RETURNING position, catch_id, before, after, traceparent, account_id`;

const TAKE = deleteSql('SELECT ctid FROM catch_changes ORDER BY position LIMIT $1');

/**
 * The first $3 changes of each of the accounts $2, the first ones of all before the second ones, and then the oldest of
 * `others`. Nobody overtakes a change without an account, which the previous release added.
 */
const shareSql = (others: string): string =>
  deleteSql(`
    SELECT ctid FROM (
      SELECT DISTINCT ON (ctid) ctid, nth, ordinal FROM (
        SELECT waiting.ctid, waiting.nth, account.ordinal
        FROM unnest($2::text[]) WITH ORDINALITY AS account (id, ordinal) CROSS JOIN LATERAL (
          SELECT ctid, row_number() OVER (ORDER BY position) AS nth FROM catch_changes
          WHERE account_id = account.id AND position < ALL (ARRAY(
            SELECT position FROM catch_changes WHERE account_id IS NULL ORDER BY position LIMIT 1
          ))
          ORDER BY position LIMIT $3
        ) AS waiting
        UNION ALL
        (SELECT ctid, $3 + 1, position FROM catch_changes ${others} ORDER BY position LIMIT $1)
      ) AS found ORDER BY ctid, nth, ordinal
    ) AS chosen ORDER BY nth, ordinal LIMIT $1`);

const SHARE = shareSql('');
const TAKE_OF_ONE = shareSql('WHERE false');

// One without an account may be of the same catch as an older one of an account that has to wait.
const TAKE_OF_OTHERS = shareSql(`
          WHERE account_id IS NULL AND position < ALL (ARRAY(
            SELECT oldest.position FROM unnest($4::text[]) AS waiting (id) CROSS JOIN LATERAL (
              SELECT position FROM catch_changes WHERE account_id = waiting.id ORDER BY position LIMIT 1
            ) AS oldest
          ))`);
