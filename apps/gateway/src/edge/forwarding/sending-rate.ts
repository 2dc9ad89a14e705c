import type { AppError } from '@cds/errors';
import { sentBelowRate, sentTooSlowly } from './forwarding.errors.js';

/** Bytes a second. */
const LEAST_RATE = 500;
/** Of the longest rest between two pieces: until then no rate is asked for, since a connection begins slowly. */
const GRACE_PART = 3;

/** How fast the body of a request comes in: without rests over `idleMs`, and at `LEAST_RATE` on average. */
export class SendingRate {
  private received = 0;
  private startedAt: number;
  private lastAt: number;

  constructor(
    private readonly idleMs: number,
    now: number,
  ) {
    this.startedAt = now;
    this.lastAt = now;
  }

  add(bytes: number, now: number): void {
    this.received += bytes;
    this.lastAt = now;
  }

  /** It was not the sender who was slow. */
  restart(now: number): void {
    this.received = 0;
    this.startedAt = now;
    this.lastAt = now;
  }

  /** What to refuse the request with; undefined while it comes in well. */
  fault(now: number): AppError | undefined {
    if (now - this.lastAt > this.idleMs) return sentTooSlowly(this.idleMs);
    const elapsedMs = now - this.startedAt;
    const isSlow = elapsedMs > this.idleMs / GRACE_PART && (this.received * 1_000) / elapsedMs < LEAST_RATE;
    return isSlow ? sentBelowRate(LEAST_RATE) : undefined;
  }
}
