import { type Score, sameScore } from '../score.js';
import type { Account } from './accounts.js';
import type { RankingChange } from './ranking-changes.decision.js';

/** An angler's entry changes from one score to another; null means no entry. */
export interface Move {
  readonly anglerId: string;
  readonly from: Score | null;
  readonly to: Score | null;
  /** The trace of what caused the move. */
  readonly traceparent: string | null;
}

/**
 * Decides, step by step, which entries move. `accounts` are those of every angler in the change, and have its results
 * afterwards.
 */
export const movesOf = (
  { before, steps }: Pick<RankingChange, 'before' | 'steps'>,
  accounts: ReadonlyMap<string, Account>,
  entries: ReadonlyMap<string, Score>,
): Move[] => {
  const current = new Map<string, Score | null>(entries);
  for (const one of before) accounts.get(one.anglerId)?.begin(one);
  return steps.flatMap((step) => {
    if (step.before) accounts.get(step.before.anglerId)?.remove(step.before);
    if (step.after) accounts.get(step.after.anglerId)?.add(step.after);
    const affected = new Set([step.before, step.after].flatMap((one) => (one ? [one.anglerId] : [])));
    return [...affected].flatMap((anglerId) => {
      const [from, to] = [current.get(anglerId) ?? null, accounts.get(anglerId)?.score() ?? null];
      if (sameScore(from, to)) return [];
      current.set(anglerId, to);
      return [{ anglerId, from, to, traceparent: step.traceparent }];
    });
  });
};

/** The anglers whose catches are in the change. */
export const anglersIn = ({ before, steps }: Pick<RankingChange, 'before' | 'steps'>): string[] => [
  ...new Set(
    [...before, ...steps.flatMap((step) => [step.before, step.after])].flatMap((one) => (one ? [one.anglerId] : [])),
  ),
];
