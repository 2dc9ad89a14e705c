/**
 * Waits that double from `minMs` to `maxMs`, each shortened by up to half, so that many who failed together do not
 * return together.
 */
export class BackOff {
  private nextMs: number;

  constructor(
    private readonly minMs: number,
    private readonly maxMs: number,
  ) {
    this.nextMs = minMs;
  }

  next(): number {
    const ms = this.nextMs;
    this.nextMs = Math.min(ms * 2, this.maxMs);
    return withJitter(ms);
  }

  reset(): void {
    this.nextMs = this.minMs;
  }
}

/** Between half of it and all of it. */
export const withJitter = (ms: number): number => ms * (0.5 + Math.random() / 2);
