import type { VerificationTier } from '@cds/contracts';
import { jsonArray, textArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchChange } from './catch-changes.js';
import { ACCOUNTS, ADD, TAKE, TAKE_OF_ONE, TAKE_OF_SOME, TAKE_SHARES, WAITING } from './catch-changes.sql.js';
import { type FactRow, toFact, toFactRow } from './fact-row.js';

interface ChangeRow {
  position: string;
  catch_id: string;
  before: FactRow | null;
  after: FactRow | null;
  traceparent: string | null;
  account_id: string;
}

/** Whose changes are wanted. */
export interface ChangesWanted {
  /** Null for those of all accounts `except` some. */
  readonly accountId: string | null;
  readonly except: readonly string[];
}

export interface TakenChanges {
  readonly changes: readonly CatchChange[];
  /** Whether there were as many as were asked for, of all or of an account that has a share. */
  readonly isFull: boolean;
  /** Whether more of those that are wanted may wait. */
  readonly hasMore: boolean;
  /** Which of the accounts that are left out have changes that wait, as far as they were looked at. */
  readonly leftOut: readonly string[];
}

interface WaitingAccounts {
  readonly accounts: readonly string[];
  readonly leftOut: readonly string[];
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

  /**
   * Which of these catches have a change that waits. Planned each time: consumers look rows up in other ways, too, and
   * a plan from when none waited would read all of them for each catch.
   */
  async waitingOf(db: Queryable, catchIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (catchIds.length === 0) return new Set();
    const { rows } = await db.query<{ id: string }>(WAITING, [catchIds]);
    return new Set(rows.map(({ id }) => id));
  }

  async add(db: Queryable, changes: readonly CatchChange[]): Promise<void> {
    const values = [
      textArray(changes.map(({ catchId }) => catchId)),
      jsonArray(changes.map(({ before }) => before && JSON.stringify(toFactRow(before)))),
      jsonArray(changes.map(({ after }) => after && JSON.stringify(toFactRow(after)))),
      textArray(changes.map(({ traceparent }) => traceparent)),
      textArray(changes.map(({ accountId }) => accountId)),
    ];
    await db.query({ name: 'add-catch-changes', text: ADD, values });
  }

  /**
   * Removes and returns the oldest changes of each account, about `max` in all: of one account, or of all `except`
   * some. Accounts get equal shares, so that one with a million changes delays its own. The changes of a catch keep
   * their order.
   */
  async take(db: Queryable, max: number, { accountId, except }: ChangesWanted = ALL): Promise<TakenChanges> {
    if (accountId !== null)
      return takenOf(await this.run(db, 'take-changes-of-one', TAKE_OF_ONE, [max, accountId]), max);
    const { accounts, leftOut } = await this.accountsInTurn(db, except);
    const share = Math.ceil(max / Math.max(1, accounts.length));
    if (except.length > 0) {
      const rows = await this.run(db, 'take-changes-of-some', TAKE_OF_SOME, [max, accounts, share]);
      const isFull = rows.length >= max || hasFullShare(rows, share);
      return { ...takenOf(rows, max), isFull, hasMore: isFull || accounts.length === MAX_ACCOUNTS, leftOut };
    }
    const isShared = accounts.length > 1;
    const rows = await (isShared
      ? this.run(db, 'take-shares-of-changes', TAKE_SHARES, [max, accounts, share])
      : this.run(db, 'take-catch-changes', TAKE, [max]));
    return takenOf(rows, max);
  }

  private async run(db: Queryable, name: string, text: string, values: unknown[]): Promise<ChangeRow[]> {
    return (await db.query<ChangeRow>({ name, text, values })).rows;
  }

  /**
   * The accounts whose changes wait, `except` some, and which of these are among them. When there are too many, others
   * each time; and another one first.
   */
  private async accountsInTurn(db: Queryable, except: readonly string[]): Promise<WaitingAccounts> {
    const start = this.lastAccount;
    const found = await this.accountsAfter(db, start, MAX_ACCOUNTS, except);
    const room = MAX_ACCOUNTS - wantedOf(found, except).length;
    // A round begins with the first ones while the last ones of the one before share a batch.
    const others = start === '' || room === 0 ? [] : await this.accountsAfter(db, '', room, except);
    const waiting = [...found, ...others.filter((id) => id <= start)];
    const accounts = wantedOf(waiting, except);
    this.lastAccount = accounts.length < MAX_ACCOUNTS ? '' : (accounts.at(-1) ?? '');
    const first = this.batches++ % Math.max(1, accounts.length);
    return {
      accounts: [...accounts.slice(first), ...accounts.slice(0, first)],
      leftOut: waiting.filter((id) => except.includes(id)),
    };
  }

  private async accountsAfter(db: Queryable, after: string, max: number, except: readonly string[]): Promise<string[]> {
    const query = { name: 'changing-accounts', text: ACCOUNTS, values: [after, max, except] };
    return (await db.query<{ account_id: string }>(query)).rows.map((row) => row.account_id);
  }
}

const wantedOf = (accounts: readonly string[], except: readonly string[]): string[] =>
  accounts.filter((id) => !except.includes(id));

const takenOf = (rows: readonly ChangeRow[], max: number): TakenChanges => ({
  changes: [...rows].sort((a, b) => Number(a.position) - Number(b.position)).map(toChange),
  isFull: rows.length >= max,
  hasMore: rows.length >= max,
  leftOut: [],
});

const toChange = (row: ChangeRow): CatchChange => ({
  catchId: row.catch_id,
  before: row.before && toFact(row.before),
  after: row.after && toFact(row.after),
  traceparent: row.traceparent,
  accountId: row.account_id,
});

const hasFullShare = (rows: readonly ChangeRow[], share: number): boolean =>
  [...Map.groupBy(rows, (row) => row.account_id).values()].some(({ length }) => length >= share);

const COUNTS_UNVERIFIED = `
  SELECT FROM rankings WHERE state <> 'retired' AND min_verification_tier = 'unverified' LIMIT 1`;
