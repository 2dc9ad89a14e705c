import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Tries `probe` until it stops throwing and returns its value; after `timeoutMs` (15 s by default, as tests also run on
 * slow machines) throws what the last try threw. Waits for a fact instead of sleeping for a guess. `pauseMs` is for a
 * probe that costs more than a call.
 */
export const eventually = async <T>(
  probe: () => T | Promise<T>,
  options: { timeoutMs?: number; pauseMs?: number } = {},
): Promise<T> => {
  const { timeoutMs = 15_000, pauseMs: firstMs = 5 } = options;
  const deadline = performance.now() + timeoutMs;
  const longestMs = Math.max(firstMs, 100);
  for (let pauseMs = firstMs; ; pauseMs = Math.min(pauseMs * 1.5, longestMs)) {
    try {
      return await probe();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(pauseMs);
  }
};
