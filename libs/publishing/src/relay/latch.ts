/** Remembers that something happened until somebody waited for it; any number of signals count as one. */
export class Latch {
  private isSet = false;
  private release: (() => void) | undefined;

  set(): void {
    this.isSet = true;
    this.release?.();
  }

  clear(): void {
    this.isSet = false;
  }

  /**
   * Resolves when it is set, at once if it is already, and at the latest after `ms` or when `until` aborts. One waiter
   * at a time.
   */
  async wait(ms: number, until: AbortSignal): Promise<void> {
    if (!this.isSet && !until.aborted) await this.released(ms, until);
    this.isSet = false;
  }

  private async released(ms: number, until: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      // Named first: a function literal that is assigned to a property becomes an old object at once (ADR 120).
      const release = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.release = release;
      until.addEventListener('abort', release);
    });
    if (this.release) until.removeEventListener('abort', this.release);
    this.release = undefined;
  }
}
