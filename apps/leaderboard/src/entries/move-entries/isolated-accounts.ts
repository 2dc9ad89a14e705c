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
/** An account whose batches are slow has a fifth of the time. */
const REST = 4;
const [SHORTEST_MS, LONGEST_MS] = [60_000, 3_600_000];

/** The next batch of a suspected account, which may become as small as a single change. */
export const turnOf = (suspect: Suspect): Turn => ({ suspect, size: new BatchSize(suspect.size, 1) });

/**
 * Keeps an account whose changes are slow to apply, or cannot be applied, from holding up the others: an angler with a
 * million unverified catches is read whole each time that the best of them goes. When a batch is slow for the few
 * changes that it has, or fails, its accounts are suspected: they get batches of their own, between those of all
 * others. Whoever has a fast one shares batches again, and later each time. Whoever has a slow one has a fifth of the
 * time, and when not even a single change can be applied, it is tried again after ever longer pauses.
 */
export class IsolatedAccounts {
  constructor(
    private readonly suspects: Suspects,
    private readonly log: WorkLog,
  ) {}

  /** Takes a batch that was applied. */
  async applied({ suspect, size }: Turn, { ms, changes, isFull, accounts }: BatchReport): Promise<void> {
    if (isFull) size.adapt(ms);
    const isSlow = ms > SLOW_MS;
    if (suspect && isSlow) await this.pause({ ...suspect, size: size.value, refusals: 0 }, ms);
    // A batch without changes tells nothing.
    else if (suspect && changes > 0) await this.suspects.clear({ ...suspect, size: size.value });
    else if (!suspect && isSlow && ms / changes > SLOW_MS / FEW && accounts.length > 0)
      await this.suspect(accounts, ms);
  }

  /** Takes a batch that was rolled back. Returns false if no account is to blame: the error is to be reported. */
  async failed({ suspect, size }: Turn, { ms, accounts }: BatchReport, error: unknown): Promise<boolean> {
    if (accounts.length === 0 || !isOfChanges(error)) return false;
    const isSingle = size.value === 1;
    size.halve();
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
    const pauseMs = Math.min(LONGEST_MS, refusals === 0 ? REST * ms : SHORTEST_MS * 2 ** (refusals - 1));
    await this.suspects.pause(suspect, pauseMs);
    this.tell(accountId, pauseMs, refusals, error);
  }

  private tell(accountId: string, pauseMs: number, refusals: number, error?: unknown): void {
    const fields = { account_id: accountId, pause_ms: Math.round(pauseMs), refusals };
    this.log.event('entry_moves.account_paused', error === undefined ? fields : { ...fields, err: error }, 'warn');
  }
}

/** SQLSTATE of a statement that took longer than it may. */
const QUERY_CANCELED = '57014';

/** Whether an error may come from the changes, as that of a canceled statement may, and no database is away. */
const isOfChanges = (error: unknown): boolean => {
  for (const { code } of causesOf(error)) if (code === QUERY_CANCELED) return true;
  return !isTransientDatabaseError(error);
};
