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
        // Named first: a function literal that is assigned to a property becomes an old object at once (ADR 120).
        const end = (): void => {
          clearTimeout(timer);
          resolve();
        };
        this.end = end;
      });
    this.wakes = false;
  }
}
