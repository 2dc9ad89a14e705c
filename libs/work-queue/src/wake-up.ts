/** A wait that can be cut short. A call that comes while nobody waits is remembered. */
export class WakeUp {
  private wakes = false;
  private end: () => void = () => undefined;

  /** Ends the current wait, or the next one at once. */
  call(): void {
    this.wakes = true;
    this.end();
  }

  async wait(ms: number): Promise<void> {
    if (!this.wakes)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        timer.unref();
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.wakes = false;
  }
}
