import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until there is an answer; fails with what was waited for after `timeoutMs`. */
export const until = async <T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 10_000,
): Promise<T> => {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`waited ${timeoutMs / 1_000} s for ${what}`);
};
