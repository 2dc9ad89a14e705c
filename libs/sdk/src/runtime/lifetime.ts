/**
 * How long one try lives: until it ends, its caller aborts it, or its time is over. A listener of our own on the
 * caller's signal, removed at the end: `AbortSignal.any` keeps what it combines for as long as the longest-lived
 * signal.
 */
export class Lifetime {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onAbort = (): void => this.abort(this.outer?.reason);

  constructor(private readonly outer?: AbortSignal) {
    if (outer?.aborted) this.onAbort();
    else outer?.addEventListener('abort', this.onAbort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** From now on `ms` are left; the limit before it no longer counts. */
  limit(ms: number, reason?: () => unknown): void {
    clearTimeout(this.timer);
    if (Number.isFinite(ms)) this.timer = setTimeout(() => this.abort(reason?.()), Math.min(ms, LONGEST));
  }

  abort(reason: unknown): void {
    this.end();
    this.controller.abort(reason);
  }

  /** Leaves nothing behind, neither a timer nor a listener. */
  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.onAbort);
  }
}

/** Timers with a longer time fire at once. */
const LONGEST = 2 ** 31 - 1;

/** Rejects with the signal's reason as soon as it is aborted. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = (): void => end(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => end(resolve), ms);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });
