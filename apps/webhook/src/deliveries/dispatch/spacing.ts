import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps a time between the beginnings of works that follow each other. */
export class Spacing {
  private begunAt = -Infinity;

  /** `now` is in milliseconds of a monotonic clock. */
  constructor(
    private readonly ms: number,
    private readonly now: () => number = () => performance.now(),
    private readonly wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
  ) {}

  /** Resolves when the next work may begin, at once after a longer pause. To be called by one at a time. */
  async next(): Promise<void> {
    const waitMs = this.begunAt + this.ms - this.now();
    if (waitMs > 0) await this.wait(waitMs);
    this.begunAt = this.now();
  }
}
