import type { Quota } from './quota.js';
import type { RateLimitPolicy } from './rate-limit-policy.js';

/** Of what is left of a window, the part that a copy of the gateway takes at once. */
const PART = 20;

/** What one copy of the gateway holds of a subject's window: requests that the database has counted already. */
export class TokenLease {
  /** Requests that this copy may let through without asking. */
  private left = 0;
  /** Requests that nobody has taken yet, as of the last answer of the database. */
  private rest: number;
  private endsAt = 0;
  /** Requests that wait for the database's answer. */
  waiting = 0;
  asking: Promise<void> | undefined;

  constructor(
    readonly subject: string,
    readonly policy: RateLimitPolicy,
  ) {
    this.rest = policy.limit;
  }

  /** One request, let through or refused; undefined when only the database can tell. */
  take(now: number): Quota | undefined {
    if (now >= this.endsAt) return undefined;
    if (this.left > 0) {
      this.left -= 1;
      return this.quota(now, false);
    }
    return this.rest > 0 ? undefined : this.quota(now, true);
  }

  /** A request that cost nothing after all. */
  giveBack(now: number): Quota {
    if (now < this.endsAt) this.left += 1;
    return this.quota(now, false);
  }

  /**
   * How many requests to count in the database at once: less and less as the window is used up, so that no copy sits on
   * what another one needs.
   */
  wanted(now: number): number {
    const open = now < this.endsAt ? this.rest : this.policy.limit;
    return Math.max(1, Math.min(this.policy.limit, Math.max(Math.floor(open / PART), this.waiting)));
  }

  /** `counted` requests were added to the window, which has `consumed` in all and ends in `resetMs`. */
  grant(counted: number, { consumed, resetMs, now }: { consumed: number; resetMs: number; now: number }): void {
    const { limit } = this.policy;
    const granted = Math.min(counted, Math.max(0, limit - (consumed - counted)));
    this.left = now < this.endsAt ? this.left + granted : granted;
    this.rest = Math.max(0, limit - consumed);
    this.endsAt = now + resetMs;
  }

  /** What is left, where the database says how much of the window is used up. */
  remainingOf(consumed: number, now: number): number {
    return Math.max(0, this.policy.limit - consumed) + (now < this.endsAt ? this.left : 0);
  }

  private quota(now: number, isOver: boolean): Quota {
    const { subject, policy } = this;
    return {
      subject,
      policy,
      isOver,
      remaining: isOver ? 0 : this.left + this.rest,
      resetSeconds: Math.max(1, Math.ceil((this.endsAt - now) / 1_000)),
    };
  }
}
