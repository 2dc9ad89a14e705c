import { UpstreamCopy } from './upstream-copy.js';

/** A service, as all the copies of it that are known now. */
export class Upstream {
  private copies: readonly UpstreamCopy[] = [];
  private turn = 0;

  /** The next copy in turn among those not tried yet: one that is well, or else one that failed a moment ago. */
  next(tried: readonly UpstreamCopy[], now: number): UpstreamCopy | undefined {
    const { length } = this.copies;
    let resting: UpstreamCopy | undefined;
    for (let step = 0; step < length; step += 1) {
      const at = (this.turn + step) % length;
      const copy = this.copies[at];
      if (!copy || copy.isFull || tried.includes(copy)) continue;
      if (!copy.isResting(now)) {
        this.turn = at + 1;
        return copy;
      }
      resting ??= copy;
    }
    this.turn += 1;
    return resting;
  }

  /**
   * From now on the copies are at these origins. Copies that stay keep their connections; the others finish what they
   * do.
   */
  moveTo(origins: readonly string[]): void {
    const before = this.copies;
    this.copies = [...new Set(origins)].map(
      (origin) => before.find((copy) => copy.origin === origin) ?? new UpstreamCopy(origin),
    );
    for (const copy of before) if (!this.copies.includes(copy)) void copy.pool.close();
  }

  /** Breaks off whatever still runs. */
  async destroy(): Promise<void> {
    await Promise.all(this.copies.map((copy) => copy.pool.destroy()));
  }
}
