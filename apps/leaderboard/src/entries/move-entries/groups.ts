import type { RankingChange } from './ranking-changes.decision.js';

/** While one group is written, another one is looked up, and a third one computes. */
const AT_ONCE = 3;

/**
 * The first group has this share of a full one's steps, because nothing is written until it has been looked up. To look
 * a group up takes less than half as long as to write it: the next one may have twice as many steps, and is looked up
 * by the time that the one before is written.
 */
const [FIRST, GROWTH] = [1 / 16, 2];

/** Whole periods of rankings, which have nothing to do with each other, with about `size` steps. */
export const inGroups = (changes: readonly RankingChange[], size: number): RankingChange[][] => {
  const groups: RankingChange[][] = [];
  let room = 0;
  for (const change of changes) {
    if (room <= 0) {
      room = Math.min(1, FIRST * GROWTH ** groups.length) * size;
      groups.push([]);
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
export const fewAtATime = async <T, R>(
  groups: readonly T[],
  work: (group: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const waiting = groups.entries();
  const failures: unknown[] = [];
  const workOff = async (): Promise<void> => {
    try {
      for (const [index, group] of waiting) results[index] = await work(group, index);
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  if (failures.length > 0) throw failures[0];
  return results;
};
