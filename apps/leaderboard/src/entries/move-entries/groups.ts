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
export function* inGroups(changes: Iterable<RankingChange>, size: number): Generator<RankingChange[]> {
  const roomOf = (number: number): number => Math.min(1, FIRST * GROWTH ** number) * size;
  let group: RankingChange[] = [];
  let [number, room] = [0, roomOf(0)];
  for (const change of changes) {
    group.push(change);
    room -= change.steps.length;
    if (room > 0) continue;
    yield group;
    group = [];
    room = roomOf((number += 1));
  }
  if (group.length > 0) yield group;
}

/** Whether there are several, and all of them: the first two are taken from `many` now. */
export const lookAhead = <T>(many: Iterator<T>): { readonly hasSeveral: boolean; readonly all: Iterable<T> } => {
  const ahead = [many.next(), many.next()].flatMap((next) => (next.done === true ? [] : [next.value]));
  const all = function* (): Generator<T> {
    yield* ahead;
    for (let next = many.next(); next.done !== true; next = many.next()) yield next.value;
  };
  return { hasSeveral: ahead.length > 1, all: all() };
};

/**
 * Works off groups, as many at a time as `AT_ONCE`. All work has ended when it returns or fails. It fails with the
 * first error: after it, every statement of the transaction fails because of it.
 */
export const fewAtATime = async <T, R>(
  groups: Iterable<T>,
  work: (group: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  const waiting = groups[Symbol.iterator]();
  let taken = 0;
  const failures: unknown[] = [];
  const workOff = async (): Promise<void> => {
    try {
      for (let next = waiting.next(); !next.done; next = waiting.next()) {
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
