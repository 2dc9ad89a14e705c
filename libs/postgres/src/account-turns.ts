import { AppError } from '@cds/errors';

export interface AccountTurnsOptions {
  /** Work of one account at once. */
  readonly maxAtOnce: number;
  /** Work of one account that waits; more fails at once. */
  readonly maxWaiting: number;
  /** Longest wait of any work. */
  readonly maxWaitMs: number;
}

interface Account {
  atOnce: number;
  readonly waiting: Set<() => void>;
}

/**
 * Lets each account do so much at once and have the rest wait, in the order of its arrival, for a bounded time: no
 * account takes all connections of a pool. Work that waits too long, or behind too much, fails with
 * `limit.heavy_reads`.
 */
export class AccountTurns {
  private readonly accounts = new Map<string, Account>();

  constructor(private readonly options: AccountTurnsOptions) {}

  /** What `work` resolves or rejects with. It is not begun when `signal` aborts before its turn. */
  async run<T>(accountId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const account = this.accounts.get(accountId) ?? { atOnce: 0, waiting: new Set() };
    this.accounts.set(accountId, account);
    if (account.atOnce < this.options.maxAtOnce) account.atOnce += 1;
    else await this.turn(account, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.done(accountId, account);
    }
  }

  /** Resolves when work that ends hands over its place. */
  private async turn({ waiting }: Account, signal: AbortSignal | undefined): Promise<void> {
    if (waiting.size >= this.options.maxWaiting) throw tooManyHeavyReads();
    let end = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const giveUp = (reason: unknown): void => {
          waiting.delete(resolve);
          reject(reason);
        };
        const abort = (): void => giveUp(signal?.reason);
        const tooLate = setTimeout(() => giveUp(tooManyHeavyReads()), this.options.maxWaitMs);
        end = () => {
          clearTimeout(tooLate);
          signal?.removeEventListener('abort', abort);
        };
        waiting.add(resolve);
        signal?.addEventListener('abort', abort, { once: true });
        if (signal?.aborted) abort();
      });
    } finally {
      end();
    }
  }

  private done(accountId: string, account: Account): void {
    const [next] = account.waiting;
    if (next) {
      account.waiting.delete(next);
      next();
      return;
    }
    account.atOnce -= 1;
    if (account.atOnce === 0) this.accounts.delete(accountId);
  }
}

const tooManyHeavyReads = (): AppError =>
  new AppError({
    code: 'limit.heavy_reads',
    kind: 'too-many',
    message:
      'This account has too many counts, searches and reads of past versions in progress. In lists, total=false ' +
      'leaves the count out.',
    retryAfterSeconds: 2,
  });
