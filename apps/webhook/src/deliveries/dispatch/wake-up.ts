/** One timer that only ever moves forward to the earliest time asked for. */
export class WakeUp {
  private timer: NodeJS.Timeout | undefined;
  private at = Infinity;

  constructor(private readonly ring: () => void) {}

  /** Rings after `ms`, if it would not ring earlier anyhow. */
  within(ms: number): void {
    const at = performance.now() + Math.max(0, ms);
    if (at >= this.at) return;
    this.cancel();
    this.at = at;
    this.timer = setTimeout(() => {
      this.at = Infinity;
      this.ring();
    }, Math.ceil(ms)).unref();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.at = Infinity;
  }
}
