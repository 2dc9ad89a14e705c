/**
 * What a request says about how much its receiver takes at once: `taken`, it has answered with 2xx; `overloaded`, it
 * has not answered at all, or says that it cannot; `refused`, it does not want this message, whatever its load.
 */
export type Reception = 'taken' | 'overloaded' | 'refused';

export interface EndedRequest {
  /** Milliseconds of a monotonic clock. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly reception: Reception;
}

/** A receiver whose recent requests took longer than this on average is slow. */
export const SLOW_MS = 2_000;

/** Requests at once to a receiver of which nothing is known. */
const START = 8;
/** What the newest request counts in the average. */
const WEIGHT = 0.25;

/**
 * How many requests at once a receiver gets, and whether it is slow. The number grows by one with each success until
 * the first failure, and by about one with each round of successes after it; a failure halves it (additive increase,
 * multiplicative decrease, as TCP does: RFC 5681). Requests that were in progress when it was halved halve it no more.
 */
export class ReceiverPace {
  private allowed: number;
  private hasFailed = false;
  private loweredAt = -Infinity;
  private usedUpAt = -Infinity;
  private averageMs: number | null = null;

  constructor(private readonly most: number) {
    this.allowed = Math.min(START, most);
  }

  /** Most requests at once; at least one. */
  get limit(): number {
    return Math.floor(this.allowed);
  }

  get isSlow(): boolean {
    return this.averageMs !== null && this.averageMs > SLOW_MS;
  }

  /** As many requests are in progress now. */
  underWay(count: number, now: number): void {
    if (count >= this.limit) this.usedUpAt = now;
  }

  ended({ startedAt, endedAt, reception }: EndedRequest): void {
    const tookMs = endedAt - startedAt;
    this.averageMs = this.averageMs === null ? tookMs : this.averageMs + WEIGHT * (tookMs - this.averageMs);
    if (reception === 'overloaded') this.lower(startedAt, endedAt);
    // A number that was not used up says nothing about a higher one.
    else if (reception === 'taken' && startedAt <= this.usedUpAt) this.raise();
  }

  private raise(): void {
    this.allowed = Math.min(this.most, this.allowed + (this.hasFailed ? 1 / this.allowed : 1));
  }

  private lower(startedAt: number, endedAt: number): void {
    if (startedAt < this.loweredAt) return;
    this.allowed = Math.max(1, Math.floor(this.allowed / 2));
    this.hasFailed = true;
    this.loweredAt = endedAt;
  }
}
