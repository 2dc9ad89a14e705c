import { isIP } from 'node:net';
import { AccountTurns } from '@cds/postgres';
import type { Resolve } from './guarded-lookup.js';

/** Names of one account that are looked up at the same time. */
const MAX_AT_ONCE = 8;
/** More than an account has requests. */
const MAX_WAITING = 10_000;

/**
 * Looks names up before a connection asks for them, so that it is known whose look-up it is: those of one account are
 * bounded and wait for each other, and a name server that never answers delays nobody else.
 */
export class AccountLookUps {
  private readonly turns: AccountTurns;

  constructor(
    private readonly resolve: Resolve,
    maxWaitMs: number,
  ) {
    this.turns = new AccountTurns({ maxAtOnce: MAX_AT_ONCE, maxWaiting: MAX_WAITING, maxWaitMs, tooMany });
  }

  /** Whether the host needs no look-up. */
  knows(hostname: string): boolean {
    return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || this.resolve.knows?.(hostname) === true;
  }

  /**
   * Resolves when the host is known, or known to have no address: whoever connects then finds out. Rejects when
   * `signal` aborts before that, and with `EAI_AGAIN` when the account has waited too long for its other names.
   */
  async prepare(hostname: string, accountId: string, signal: AbortSignal): Promise<void> {
    if (this.knows(hostname)) return;
    await this.turns.run(accountId, () => this.ask(hostname), signal);
  }

  private ask(hostname: string): Promise<void> {
    return new Promise((resolve) => this.resolve(hostname, { all: true }, () => resolve()));
  }
}

const tooMany = (): Error => Object.assign(new Error('Too many names are being looked up.'), { code: 'EAI_AGAIN' });
