import { AppError } from '@cds/errors';

export interface AccountTurnsOptions {
  /** Work of one account at once. */
  readonly maxAtOnce: number;
  /** Work of all accounts at once. Default: no limit of its own. */
  readonly maxInAll?: number;
  /** Work of one account that waits; more fails at once. */
  readonly maxWaiting: number;
  /** Longest wait of any work. */
  readonly maxWaitMs: number;
  /** What work fails with that waits too long, or behind too much. Default: `limit.heavy_reads`. */
  readonly tooMany?: (retryAfterSeconds: number) => Error;
}

interface Account {
  atOnce: number;
  /** Not a `Set`, whose former tables would keep what no longer waits in memory (ADR 120). */
  readonly waiting: (() => void)[];
}

/** How much the latest work counts in the average. */
const NEWEST = 0.2;
const MAX_RETRY_AFTER_SECONDS = 30;

/**
 * Lets each account do so much at once and have the rest wait, in the order of its arrival, for a bounded time: no
 * account takes all connections of a pool. Where all accounts together have a limit, those that wait take turns, one
 * work each. Work that waits too long, or behind too much, fails with the error of `tooMany`.
 */
export class AccountTurns {
  /** Those that work or wait, the one that began or ended last at the end. */
  private readonly accounts = new Map<string, Account>();
  private inAll = 0;
  private averageMs = 0;

  constructor(private readonly options: AccountTurnsOptions) {}

  /** What `work` resolves or rejects with. It is not begun when `signal` aborts before its turn. */
  async run<T>(accountId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const account = this.accounts.get(accountId) ?? { atOnce: 0, waiting: [] };
    this.accounts.set(accountId, account);
    if (account.waiting.length === 0 && this.hasRoomFor(account)) this.count(accountId, account, 1);
    else await this.turn(accountId, account, signal);
    const startedAt = performance.now();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.averageMs += NEWEST * (performance.now() - startedAt - this.averageMs);
      this.done(accountId, account);
    }
  }

  private hasRoomFor({ atOnce }: Account): boolean {
    const { maxAtOnce, maxInAll = Infinity } = this.options;
    return atOnce < maxAtOnce && this.inAll < maxInAll;
  }

  /** Work of the account begins or ends: it is the last to have the next turn. */
  private count(accountId: string, account: Account, works: 1 | -1): void {
    account.atOnce += works;
    this.inAll += works;
    if (this.accounts.size === 1) return;
    this.accounts.delete(accountId);
    this.accounts.set(accountId, account);
  }

  /** Resolves when work that ends hands over its place. */
  private async turn(accountId: string, account: Account, signal: AbortSignal | undefined): Promise<void> {
    const { waiting } = account;
    if (waiting.length >= this.options.maxWaiting) {
      this.forgetIdle(accountId, account);
      throw this.tooMany(account);
    }
    let end = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const giveUp = (reason: unknown): void => {
          const at = waiting.indexOf(resolve);
          if (at >= 0) waiting.splice(at, 1);
          reject(reason);
        };
        const abort = (): void => giveUp(signal?.reason);
        const tooLate = setTimeout(() => giveUp(this.tooMany(account)), this.options.maxWaitMs);
        end = () => {
          clearTimeout(tooLate);
          signal?.removeEventListener('abort', abort);
        };
        waiting.push(resolve);
        signal?.addEventListener('abort', abort, { once: true });
        if (signal?.aborted) abort();
      });
    } catch (error) {
      this.forgetIdle(accountId, account);
      throw error;
    } finally {
      end();
    }
  }

  private done(accountId: string, account: Account): void {
    this.count(accountId, account, -1);
    this.forgetIdle(accountId, account);
    for (const [nextId, next] of this.accounts) {
      if (next.waiting.length === 0 || !this.hasRoomFor(next)) continue;
      const resolve = next.waiting.shift();
      this.count(nextId, next, 1);
      resolve?.();
      return;
    }
  }

  private forgetIdle(accountId: string, { atOnce, waiting }: Account): void {
    if (atOnce === 0 && waiting.length === 0) this.accounts.delete(accountId);
  }

  /** By then what waits now will have had its turn, as far as the latest work tells. */
  private tooMany({ waiting }: Account): Error {
    const { maxAtOnce, maxInAll = maxAtOnce, tooMany = tooManyHeavyReads } = this.options;
    const seconds = Math.ceil(((waiting.length + 1) * this.averageMs) / Math.min(maxAtOnce, maxInAll) / 1_000);
    return tooMany(Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS));
  }
}

const tooManyHeavyReads = (retryAfterSeconds: number): AppError =>
  new AppError({
    code: 'limit.heavy_reads',
    kind: 'too-many',
    message:
      'This account has too many counts, searches, reads of past versions, or pages of megabytes in progress. In ' +
      'lists, total=false leaves the count out, and fields what is not needed of each row.',
    retryAfterSeconds,
  });
