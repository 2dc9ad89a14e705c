import { causesOf, isTransientDatabaseError } from '@cds/errors';
import type { WorkLog } from '@cds/work-queue';
import { BatchSize } from './batch-size.js';
import { type Suspect, Suspects } from './suspects.store.js';

/** Whose changes a batch has. */
export interface Turn {
  /** Null for those of all accounts that are not suspected. */
  readonly suspect: Suspect | null;
  readonly size: BatchSize;
}

/** What became of a batch. */
export interface BatchReport {
  readonly ms: number;
  readonly changes: number;
  /** Whether it had as many changes as it may. */
  readonly isFull: boolean;
  /** The accounts whose changes it had, as far as they are known. */
  readonly accounts: readonly string[];
}

/** Four times what a batch aims at. */
const SLOW_MS = 2_000;
/** The size of the first batch that an account has for itself. */
const FEW = 20;
/** Accounts whose batches are slow have a fifth of the time, all together. */
const REST = 4;
const [SHORTEST_MS, LONGEST_MS] = [60_000, 3_600_000];

/** The next batch of a suspected account, which may become as small as a single change. */
export const turnOf = (suspect: Suspect): Turn => ({ suspect, size: new BatchSize(suspect.size, 1) });

/**
 * Keeps an account whose changes are slow to apply, or cannot be applied, from holding up the others: an angler with a
 * million unverified catches is read whole each time that the best of them goes. When a batch is slow for the few
 * changes that it has, or fails, its accounts are suspected: they get batches of their own, between those of all
 * others. Whoever has a fast one shares batches again, and later each time. Those that have slow ones share a fifth of
 * the time, and when not even a single change can be applied, it is tried again after ever longer pauses.
 */
export class IsolatedAccounts {
  constructor(
    private readonly suspects: Suspects,
    private readonly log: WorkLog,
  ) {}

  /** Takes a batch that was applied. */
  async applied({ suspect, size }: Turn, { ms, changes, isFull, accounts }: BatchReport): Promise<void> {
    const isSlow = ms > SLOW_MS;
    if (isFull) size.adapt(ms);
    // A slow one that is not full is followed by smaller ones, too, until they tell whose changes are slow.
    else if (isSlow && changes > 0) size.halveFrom(changes);
    if (suspect && isSlow) await this.pause({ ...suspect, size: size.value, refusals: 0 }, ms);
    // A batch without changes tells nothing.
    else if (suspect && changes > 0) await this.suspects.clear({ ...suspect, size: size.value });
    else if (!suspect && isSlow && ms / changes > SLOW_MS / FEW && accounts.length > 0)
      await this.suspect(accounts, ms);
  }

  /** Takes a batch that was rolled back. Returns false if no account is to blame: the error is to be reported. */
  async failed({ suspect, size }: Turn, { ms, accounts }: BatchReport, error: unknown): Promise<boolean> {
    const isSingle = size.value === 1;
    const isOfAccounts = accounts.length > 0 && isOfChanges(error);
    if (isOfAccounts || isOfSize(error)) size.halve();
    if (!isOfAccounts) return false;
    if (!suspect) await this.suspect(accounts, ms, error);
    else await this.pause({ ...suspect, size: size.value, refusals: suspect.refusals + Number(isSingle) }, ms, error);
    return true;
  }

  /** One that is alone in its batch does not have to be found out. */
  private async suspect(accounts: readonly string[], ms: number, error?: unknown): Promise<void> {
    const pauseMs = accounts.length === 1 ? Math.min(LONGEST_MS, REST * ms) : 0;
    await this.suspects.add(accounts, FEW, pauseMs);
    if (accounts.length === 1) this.tell(accounts[0] ?? '', pauseMs, 0, error);
  }

  private async pause(suspect: Suspect, ms: number, error?: unknown): Promise<void> {
    const { accountId, refusals } = suspect;
    const restMs = Math.min(LONGEST_MS, REST * ms);
    const pauseMs = refusals === 0 ? restMs : Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (refusals - 1));
    await this.suspects.pause(suspect, pauseMs, restMs);
    this.tell(accountId, pauseMs, refusals, error);
  }

  private tell(accountId: string, pauseMs: number, refusals: number, error?: unknown): void {
    const fields = { account_id: accountId, pause_ms: Math.round(pauseMs), refusals };
    this.log.event('entry_moves.account_paused', error === undefined ? fields : { ...fields, err: error }, 'warn');
  }
}

/** SQLSTATEs of a statement that took longer than it may, of too little memory, and of a transaction that hung. */
const OF_SIZE = /^(57014|53200|25P03)$/;
/** SQLSTATEs of values that cannot be stored, and of a statement that took longer than it may. */
const OF_CHANGES = /^(57014|22|23|54)/;
/** Of a board that was deleted while its event was being added: when tried again, the batch is without it. */
const FOREIGN_KEY_VIOLATION = '23503';

const codesOf = (error: unknown): string[] =>
  [...causesOf(error)].flatMap(({ code }) => (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? [code] : []));

/** Whether fewer changes may not have the error. */
const isOfSize = (error: unknown): boolean => codesOf(error).some((code) => OF_SIZE.test(code));

/**
 * Whether an error may come from the changes, as that of a canceled statement or one of this service's own code may. An
 * error of the database that any change would have had tells nothing of an account.
 */
const isOfChanges = (error: unknown): boolean => {
  const codes = codesOf(error);
  if (codes.length === 0) return !isTransientDatabaseError(error);
  return codes.some((code) => OF_CHANGES.test(code) && code !== FOREIGN_KEY_VIOLATION);
};
