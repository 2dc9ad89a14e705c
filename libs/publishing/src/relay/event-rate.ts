/** What is longer ago than some of these hardly counts. */
const WINDOW_MS = 500;

/**
 * How many events a millisecond came lately: an exponentially weighted average. A handful that came at once, because
 * something held them up, hardly raises it.
 */
export class EventRate {
  private perMs = 0;
  private notedAt = -Infinity;

  /** Counts events that came since the last call, `now` being milliseconds of a monotonic clock; returns the rate. */
  note(events: number, now: number): number {
    const passedMs = Math.max(1, now - this.notedAt);
    this.notedAt = now;
    const weight = 1 - Math.exp(-passedMs / WINDOW_MS);
    this.perMs += weight * (events / passedMs - this.perMs);
    return this.perMs;
  }
}
