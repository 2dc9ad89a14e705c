import { LRUCache } from 'lru-cache';
import type { Receiver } from './receiver.js';
import { type Reception, ReceiverPace, SLOW_MS } from './receiver-pace.js';
import { SlotUse } from './slot-use.js';

export interface SlotLimits {
  readonly total: number;
  readonly perAccount: number;
  readonly perEndpoint: number;
}

/** The slot of one attempt. */
export interface SlotLease {
  /** The receiver has answered, or will not: its endpoint may get the next request. */
  answered(reception: Reception): void;
  /** The attempt is over. To be called once. */
  free(): void;
}

/** Slots that are given out one after the other, as they would be if each was taken at once. */
export interface SlotPlan {
  /** How many of `most` the receiver gets. */
  grant(receiver: Receiver, most?: number): number;
}

interface UnderWay {
  readonly receiver: Receiver;
  readonly startedAt: number;
}

const MAX_PACES = 20_000;
/** A receiver that got nothing for so long begins anew. */
const FORGOTTEN_MS = 600_000;

/**
 * How many attempts may be in flight. They are bounded in all, for each account, and for each endpoint by what it has
 * taken lately (`ReceiverPace`). What answers slowly, or has not answered for as long, has at most half of all. The
 * last quarter of all is kept for accounts that have none, and the last quarter of an account's for endpoints that have
 * none, one each, so that many slow receivers leave room for the first message to every other one. An attempt whose
 * receiver has answered counts only in all, until it is stored.
 */
export class Slots {
  private readonly paces = new LRUCache<string, ReceiverPace>({
    max: MAX_PACES,
    ttl: FORGOTTEN_MS,
    updateAgeOnGet: true,
    perf: { now: () => this.now() },
    ttlResolution: 0,
  });
  private readonly use = new SlotUse();
  /** Requests that are not slow yet, in the order in which they began. */
  private readonly young = new Set<UnderWay>();
  private readonly overdue = new Map<string, number>();

  /** `now` is in milliseconds of a monotonic clock. */
  constructor(
    private readonly limits: SlotLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  plan(): SlotPlan {
    this.findOverdue();
    const planned = new SlotUse(this.use);
    const grant = (receiver: Receiver, most = Infinity): number => {
      const granted = Math.max(0, Math.min(most, this.roomFor(receiver, planned)));
      if (granted > 0) planned.add(receiver, this.isSlow(receiver), granted);
      return granted;
    };
    return { grant };
  }

  /** How many more the receiver may have. */
  room(receiver: Receiver): number {
    return this.plan().grant(receiver);
  }

  take(receiver: Receiver): SlotLease {
    const begun = { receiver, startedAt: this.now() };
    this.use.add(receiver, this.isSlow(receiver), 1);
    this.paceOf(receiver.endpointId).underWay(this.use.ofEndpoint(receiver.endpointId), begun.startedAt);
    this.young.add(begun);
    let hasAnswered = false;
    const answered = (reception: Reception): void => {
      if (!hasAnswered) this.end(begun, reception);
      hasAnswered = true;
    };
    const free = (): void => {
      answered('refused');
      this.use.free();
    };
    return { answered, free };
  }

  private roomFor(receiver: Receiver, use: SlotUse): number {
    const { total, perAccount } = this.limits;
    const [ofAccount, ofEndpoint] = [use.ofAccount(receiver.accountId), use.ofEndpoint(receiver.endpointId)];
    return Math.min(
      roomIn(total, use.total, ofAccount),
      roomIn(Math.min(perAccount, total), ofAccount, ofEndpoint),
      this.paceOf(receiver.endpointId).limit - ofEndpoint,
      this.isSlow(receiver) ? roomIn(Math.max(1, Math.floor(total / 2)), use.slow, ofAccount) : Infinity,
    );
  }

  private end(begun: UnderWay, reception: Reception): void {
    const { endpointId } = begun.receiver;
    this.use.answered(begun.receiver);
    if (!this.young.delete(begun)) this.countOverdue(endpointId, -1);
    this.paceOf(endpointId).ended({ startedAt: begun.startedAt, endedAt: this.now(), reception });
    this.use.mark(endpointId, this.isSlow(begun.receiver));
  }

  /** Requests that have waited for long make their receiver slow before they end. */
  private findOverdue(): void {
    const before = this.now() - SLOW_MS;
    for (const begun of this.young) {
      if (begun.startedAt > before) return;
      this.young.delete(begun);
      this.countOverdue(begun.receiver.endpointId, 1);
      this.use.mark(begun.receiver.endpointId, true);
    }
  }

  private countOverdue(endpointId: string, by: 1 | -1): void {
    const count = (this.overdue.get(endpointId) ?? 0) + by;
    if (count > 0) this.overdue.set(endpointId, count);
    else this.overdue.delete(endpointId);
  }

  private isSlow({ endpointId }: Receiver): boolean {
    return this.overdue.has(endpointId) || this.paceOf(endpointId).isSlow;
  }

  private paceOf(endpointId: string): ReceiverPace {
    const known = this.paces.get(endpointId);
    if (known) return known;
    const pace = new ReceiverPace(this.limits.perEndpoint);
    this.paces.set(endpointId, pace);
    return pace;
  }
}

/**
 * How much of a capacity is left for one who has `own` of it: its last quarter is for those who have none, one each.
 */
const roomIn = (capacity: number, used: number, own: number): number => {
  const free = capacity - used;
  const shared = free - Math.floor(capacity / 4);
  return Math.min(free, Math.max(shared, own === 0 ? 1 : 0));
};
