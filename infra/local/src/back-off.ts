const FIRST_MS = 200;
const LONGEST_MS = 10_000;
/** Who ran this long was well; its next end is a new story. */
const WELL_AFTER_MS = 20_000;

/** How long to wait before each new start: 0.2 s, doubling to 10 s, from the beginning after a good while. */
export class BackOff {
  private failures = 0;

  next(ranForMs: number): number {
    if (ranForMs >= WELL_AFTER_MS) this.failures = 0;
    const waitMs = Math.min(FIRST_MS * 2 ** this.failures, LONGEST_MS);
    this.failures += 1;
    return waitMs;
  }
}
