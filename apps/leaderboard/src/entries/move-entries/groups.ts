import type { RankingChange } from './ranking-changes.decision.js';

/** While the statement of one group runs, the other one computes. */
const AT_ONCE = 2;

/** Whole periods of rankings, which have nothing to do with each other, with about so many steps. */
export const inGroups = (changes: readonly RankingChange[], size: number): RankingChange[][] => {
  const groups: RankingChange[][] = [];
  let room = 0;
  for (const change of changes) {
    if (room <= 0) {
      groups.push([]);
      room = size;
    }
    groups.at(-1)?.push(change);
    room -= change.steps.length;
  }
  return groups;
};

/**
 * Works off groups, as many at a time as `AT_ONCE`. All work has ended when it returns or fails. It fails with the
 * first error: after it, every statement of the transaction fails because of it.
 */
export const twoAtATime = async <T, R>(groups: readonly T[], work: (group: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const waiting = groups.entries();
  const failures: unknown[] = [];
  const workOff = async (): Promise<void> => {
    try {
      for (const [index, group] of waiting) results[index] = await work(group);
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  if (failures.length > 0) throw failures[0];
  return results;
};
