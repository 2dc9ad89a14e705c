import { causesOf, isTransientDatabaseError } from '@cds/errors';
import type { WorkLog } from '@cds/work-queue';
import { BatchSize } from './batch-size.js';

/** Four times what a batch aims at. */
const SLOW_MS = 2_000;
/** What an account that is suspected gets at first. */
const FEW = 20;
/** An account whose batches are slow has a fifth of the time. */
const REST = 4;
const [SHORTEST_MS, LONGEST_MS] = [60_000, 3_600_000];

/** Whose changes a batch has. */
export interface Turn {
  /** Null for those of all accounts `except` some. */
  readonly accountId: string | null;
  readonly except: readonly string[];
  readonly size: BatchSize;
}

/** What became of a batch. */
export interface BatchReport {
  readonly ms: number;
  /** The accounts whose changes it had, as far as they are known. */
  readonly accounts: readonly string[];
  /** Why it was rolled back. */
  readonly error?: unknown;
}

interface Suspect {
  readonly accountId: string;
  readonly size: BatchSize;
  /** When it gets its next batch. */
  dueAt: number;
  /** How often a single change of it could not be applied. */
  refusals: number;
}

/**
 * Keeps an account whose changes are slow to apply, or cannot be applied, from holding up the others: an angler with a
 * million unverified catches is read whole each time that the best of them goes. When a batch of several accounts is
 * slow or fails, each of them gets a batch of its own. One that is slow then shares no batches, and has a fifth of the
 * time; one of whose changes not even a single one can be applied is tried again after ever longer pauses. Each process
 * finds out by itself.
 */
export class AccountTurns {
  private readonly suspects = new Map<string, Suspect>();

  constructor(
    private readonly log: WorkLog,
    private readonly now: () => number = () => performance.now(),
  ) {}

  next(size: BatchSize): Turn {
    const now = this.now();
    for (const suspect of this.suspects.values())
      if (suspect.dueAt <= now) return { accountId: suspect.accountId, except: [], size: suspect.size };
    return { accountId: null, except: [...this.suspects.keys()], size };
  }

  /** Takes a batch that was applied. */
  applied({ accountId, size }: Turn, isFull: boolean, { ms, accounts }: BatchReport): void {
    if (accountId !== null) {
      if (isFull) size.adapt(ms);
      this.judge(accountId, ms);
    } else if (ms > SLOW_MS && accounts.length > 1) this.suspect(accounts);
    else if (isFull) size.adapt(ms);
  }

  /** Takes a batch that was rolled back. Returns false if no account is to blame: the error is to be reported. */
  failed({ accountId, size }: Turn, { ms, accounts, error }: BatchReport): boolean {
    const isSingle = size.value === 1;
    size.halve();
    if (accounts.length === 0 || !isOfChanges(error)) return false;
    if (accountId !== null) this.refuse(accountId, isSingle, ms, error);
    else if (accounts.length > 1) this.suspect(accounts);
    else if (isSingle) {
      this.suspect(accounts);
      for (const one of accounts) this.refuse(one, true, ms, error);
    } else return false;
    return true;
  }

  private suspect(accounts: readonly string[]): void {
    for (const accountId of accounts)
      this.suspects.set(accountId, { accountId, size: new BatchSize(FEW), dueAt: this.now(), refusals: 0 });
  }

  private judge(accountId: string, ms: number): void {
    const suspect = this.suspects.get(accountId);
    if (!suspect) return;
    if (ms <= SLOW_MS) this.suspects.delete(accountId);
    else this.pause(suspect, REST * ms);
    suspect.refusals = 0;
  }

  private refuse(accountId: string, isSingle: boolean, ms: number, error: unknown): void {
    const suspect = this.suspects.get(accountId);
    if (!suspect) return;
    if (isSingle) suspect.refusals += 1;
    const longest = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (suspect.refusals - 1));
    this.pause(suspect, isSingle ? longest : REST * ms, error);
  }

  private pause(suspect: Suspect, pauseMs: number, error?: unknown): void {
    suspect.dueAt = this.now() + pauseMs;
    const { accountId, refusals } = suspect;
    const fields = {
      account_id: accountId,
      pause_ms: Math.round(pauseMs),
      refusals,
      ...(error !== undefined && { err: error }),
    };
    this.log.event('entry_moves.account_paused', fields, 'warn');
  }
}

/** Whether an error may come from the changes, as that of a canceled statement may, and no database is away. */
const isOfChanges = (error: unknown): boolean => {
  for (const { code } of causesOf(error)) if (code === QUERY_CANCELED) return true;
  return !isTransientDatabaseError(error);
};

/** SQLSTATE of a statement that took longer than it may. */
const QUERY_CANCELED = '57014';
