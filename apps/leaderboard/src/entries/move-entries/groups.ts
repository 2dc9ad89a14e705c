import type { RankingChange } from './ranking-changes.decision.js';

/** While one group is written, another one is looked up, and a third one computes. */
const AT_ONCE = 3;

/**
 * The first group has this share of a full one's steps, because nothing is written until it has been looked up. To look
 * a group up takes less than half as long as to write it: the next one may have twice as many steps, and is looked up
 * by the time that the one before is written.
 */
const [FIRST, GROWTH] = [1 / 32, 2];

/**
 * Whole periods of rankings, which have nothing to do with each other, with about `size` steps. A part of the changes
 * is waited for when those before it are in groups.
 */
export async function* inGroups(
  parts: Iterable<Iterable<RankingChange> | Promise<Iterable<RankingChange>>>,
  size: number,
): AsyncGenerator<RankingChange[]> {
  let [number, room] = [0, FIRST * size];
  const next = (): void => {
    number += 1;
    room = Math.min(1, FIRST * GROWTH ** number) * size;
  };
  for (const part of parts) {
    let group: RankingChange[] = [];
    for (const change of await part) {
      group.push(change);
      room -= change.steps.length;
      if (room > 0) continue;
      yield group;
      group = [];
      next();
    }
    if (group.length === 0) continue;
    yield group;
    next();
  }
}

/**
 * Works off groups, as many at a time as `AT_ONCE`. All work has ended when it returns or fails. It fails with the
 * first error: after it, every statement of the transaction fails because of it.
 */
export const fewAtATime = async <T, R>(
  groups: AsyncIterable<T>,
  work: (group: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const waiting = groups[Symbol.asyncIterator]();
  let taken = 0;
  const failures: unknown[] = [];
  const workOff = async (): Promise<void> => {
    try {
      for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
        const index = taken++;
        results[index] = await work(next.value, index);
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  if (failures.length > 0) throw failures[0];
  return results;
};
