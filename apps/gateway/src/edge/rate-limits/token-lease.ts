import type { Quota } from './quota.js';
import type { RateLimitPolicy } from './rate-limit-policy.js';

/** Of what is left of a window, the part that a copy of the gateway takes at once. */
const PART = 20;

/** A window gives back so many times its limit: polls for what has not changed are free within reason. */
const MAX_GIVEN_BACK = 5;

/** What one copy of the gateway holds of a subject's window: requests that the database has counted already. */
export class TokenLease {
  /** Requests that this copy may let through without asking. */
  private left = 0;
  /** Requests that nobody has taken yet, as of the last answer of the database. */
  private rest: number;
  private endsAt = 0;
  private givenBack = 0;
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

  /** A request that cost nothing after all, as long as the window has not given back too much. */
  giveBack(now: number): Quota {
    if (now < this.endsAt && this.givenBack < MAX_GIVEN_BACK * this.policy.limit) {
      this.givenBack += 1;
      this.left += 1;
    }
    return this.quota(now, false);
  }

  /** What is left, without taking anything; undefined when only the database can tell. */
  peek(now: number, policy: RateLimitPolicy): Quota | undefined {
    return now < this.endsAt && this.isOf(policy) ? this.quota(now, false) : undefined;
  }

  isOf({ limit, windowSeconds }: RateLimitPolicy): boolean {
    return this.policy.limit === limit && this.policy.windowSeconds === windowSeconds;
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
    if (now >= this.endsAt) this.givenBack = 0;
    this.left = now < this.endsAt ? this.left + granted : granted;
    this.rest = Math.max(0, limit - consumed);
    this.endsAt = now + resetMs;
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
