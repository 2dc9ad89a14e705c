/**
 * Waits between attempts that double from `minMs` to `maxMs`, each shortened at random by up to half, so that many who
 * failed together do not return together.
 */
export class BackOff {
  private attempt = 0;

  constructor(
    private readonly minMs: number,
    private readonly maxMs: number,
  ) {}

  next(): number {
    const ms = backOffMs(this.attempt, this.minMs, this.maxMs);
    this.attempt += 1;
    return ms;
  }

  reset(): void {
    this.attempt = 0;
  }
}

/** The largest exponent; what it gives is beyond any maximum. */
const MAX_DOUBLINGS = 30;

/** The wait of a `BackOff` after attempt `attempt`, counted from 0, for those who count their attempts themselves. */
export const backOffMs = (attempt: number, minMs: number, maxMs: number): number =>
  Math.round(backOffDelay(attempt, minMs, maxMs));

/** The same in whatever unit `min` and `max` have, not rounded. */
export const backOffDelay = (attempt: number, min: number, max: number): number =>
  withJitter(Math.min(max, min * 2 ** Math.min(attempt, MAX_DOUBLINGS)));

/** Between half of `delay` and all of it, in the unit of `delay`. */
export const withJitter = (delay: number): number => delay * (0.5 + Math.random() / 2);
