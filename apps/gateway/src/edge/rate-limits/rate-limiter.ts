import { POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { CounterStore } from './counter-store.js';
import { MAX_IN_FLIGHT } from './in-flight-requests.js';
import type { Quota } from './quota.js';
import type { RateLimitPolicy } from './rate-limit-policy.js';
import { TokenLease } from './token-lease.js';
import { UnsettledRequests } from './unsettled-requests.js';

const MAX_LEASES = 50_000;
const MAX_POLICIES = 1_000;
const PEEKED_MS = 1_000;

/**
 * Counts requests against limits that hold over all copies of the gateway. A window begins with its first request. The
 * counters lie in the database; each copy counts some requests there ahead of time and lets them through without
 * asking, so that never more than the limit get through, and a busy subject costs some dozens of queries a window.
 * While the database is away, or silent for seconds, each copy holds the limit by itself.
 */
@Injectable()
export class RateLimiter {
  private readonly leases = new LRUCache<string, TokenLease>({ max: MAX_LEASES });
  /** What the database said of windows that this copy holds nothing of. */
  private readonly peeked = new LRUCache<string, Promise<Quota>>({ max: MAX_LEASES, ttl: PEEKED_MS });
  private readonly unsettled: UnsettledRequests;
  private readonly store: CounterStore;
  private readonly counters = new LRUCache<string, RateLimiterPostgres>({ max: MAX_POLICIES });

  constructor(
    @Inject(POOL) pool: pg.Pool,
    private readonly clock: Clock,
    @Inject(MAX_IN_FLIGHT) maxInFlight: number,
  ) {
    this.store = new CounterStore(pool);
    this.unsettled = new UnsettledRequests(maxInFlight);
  }

  /**
   * Takes a request from the subject's window: without a query, unless this copy has none left and the window has.
   * While requests that were let through may still cost nothing, one that finds nothing left waits for them. A request
   * that `isUnsettled` may itself cost nothing: if it is let through, `settle` must follow.
   */
  async take(subject: string, policy: RateLimitPolicy, isUnsettled = false): Promise<Quota> {
    for (;;) {
      const lease = this.leaseOf(subject, policy);
      const quota = this.takeFrom(lease, isUnsettled) ?? (await this.takeLater(lease, isUnsettled));
      const settled = quota.isOver ? this.unsettled.nextSettled(subject) : undefined;
      if (!settled) return quota;
      await settled;
    }
  }

  /** An unsettled request has been answered, or never will be. Gives it back if it cost nothing after all. */
  settle(quota: Quota, isFree: boolean): Quota {
    const { subject, policy } = quota;
    const left = isFree ? this.leaseOf(subject, policy).giveBack(this.now()) : quota;
    this.unsettled.settle(subject);
    return left;
  }

  /** What is left, without taking anything. */
  async peek(subject: string, policy: RateLimitPolicy): Promise<Quota> {
    return this.known(subject, policy) ?? this.peeked.get(subject) ?? this.peekLater(subject, policy);
  }

  /** What is left as far as this copy knows, without a query; undefined when it holds nothing of the window. */
  known(subject: string, policy: RateLimitPolicy): Quota | undefined {
    return this.leases.get(subject)?.peek(this.now(), policy);
  }

  private peekLater(subject: string, policy: RateLimitPolicy): Promise<Quota> {
    const peeking = this.ask(subject, policy);
    this.peeked.set(subject, peeking);
    peeking.catch(() => this.peeked.delete(subject));
    return peeking;
  }

  private async ask(subject: string, policy: RateLimitPolicy): Promise<Quota> {
    const found = await this.counterOf(policy).get(subject);
    const remaining = Math.max(0, policy.limit - (found?.consumedPoints ?? 0));
    const resetSeconds = found ? Math.max(1, Math.ceil(found.msBeforeNext / 1_000)) : policy.windowSeconds;
    return { subject, policy, isOver: false, remaining, resetSeconds };
  }

  private takeFrom(lease: TokenLease, isUnsettled: boolean): Quota | undefined {
    const quota = lease.take(this.now());
    if (isUnsettled && quota && !quota.isOver) this.unsettled.begin(lease.subject);
    return quota;
  }

  private async takeLater(lease: TokenLease, isUnsettled: boolean): Promise<Quota> {
    lease.waiting += 1;
    try {
      for (;;) {
        lease.asking ??= this.refill(lease).finally(() => (lease.asking = undefined));
        await lease.asking;
        const quota = this.takeFrom(lease, isUnsettled);
        if (quota) return quota;
      }
    } finally {
      lease.waiting -= 1;
    }
  }

  private async refill(lease: TokenLease): Promise<void> {
    const counted = lease.wanted(this.now());
    const { consumedPoints: consumed, msBeforeNext } = await this.counterOf(lease.policy).penalty(
      lease.subject,
      counted,
    );
    lease.grant(counted, { consumed, resetMs: Math.max(1, msBeforeNext), now: this.now() });
  }

  private leaseOf(subject: string, policy: RateLimitPolicy): TokenLease {
    const known = this.leases.get(subject);
    if (known?.isOf(policy)) return known;
    const lease = new TokenLease(subject, policy);
    this.leases.set(subject, lease);
    return lease;
  }

  private counterOf({ limit, windowSeconds }: RateLimitPolicy): RateLimiterPostgres {
    const name = `${limit}/${windowSeconds}`;
    const known = this.counters.get(name);
    if (known) return known;
    const options = { points: limit, duration: windowSeconds, keyPrefix: '' };
    const counter = new RateLimiterPostgres({
      ...options,
      storeClient: this.store,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    this.counters.set(name, counter);
    return counter;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
