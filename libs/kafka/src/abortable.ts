import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for so many milliseconds, or until `signal` is aborted. Never rejects. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
};

/**
 * Resolves or rejects as `promise` does, but rejects with the signal's reason as soon as `signal` is aborted; the
 * promise goes on by itself.
 */
export const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  promise.catch(() => undefined);
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    settled.abort();
  }
};
