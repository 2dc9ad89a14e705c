import { setTimeout as sleep } from 'node:timers/promises';

const BASE_MS = 100;

/** Milliseconds before retry `attempt` (from 0): doubled each time up to `capMs`, the upper half of it at random. */
export const backOffMs = (attempt: number, capMs: number, random: () => number = Math.random): number => {
  const full = Math.min(capMs, BASE_MS * 2 ** Math.min(attempt, 20));
  return Math.round(full / 2 + (random() * full) / 2);
};

/** Waits, at most until `signal` is aborted. Never rejects. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
};

/** What `promise` resolves to, or a rejection as soon as `signal` is aborted; the promise is then left to itself. */
export const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  promise.catch(() => undefined);
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(new Error('Aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    settled.abort();
  }
};
