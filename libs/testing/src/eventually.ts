import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Tries `probe` until it stops throwing and returns its value; after `timeoutMs` (15 s by default, as tests also run on
 * slow machines) throws what the last try threw. Waits for a fact instead of sleeping for a guess.
 */
export const eventually = async <T>(probe: () => T | Promise<T>, options: { timeoutMs?: number } = {}): Promise<T> => {
  const deadline = performance.now() + (options.timeoutMs ?? 15_000);
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    try {
      return await probe();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(pauseMs);
  }
};
