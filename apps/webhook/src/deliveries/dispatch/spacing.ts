import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps a time between the beginnings of works that follow each other. */
export class Spacing {
  private begunAt = -Infinity;

  constructor(private readonly ms: number) {}

  /** Resolves when the next work may begin, at once after a longer pause. To be called by one at a time. */
  async next(): Promise<void> {
    const waitMs = this.begunAt + this.ms - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.begunAt = performance.now();
  }
}
