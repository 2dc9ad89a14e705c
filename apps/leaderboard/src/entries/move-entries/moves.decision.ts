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
  entries: ReadonlyMap<string, { readonly score: Score }>,
): Move[] => {
  const moves: Move[] = [];
  const current = new Map<string, Score | null>();
  const move = (anglerId: string, traceparent: string | null): void => {
    const known = current.get(anglerId);
    const from = known === undefined ? (entries.get(anglerId)?.score ?? null) : known;
    const to = accounts.get(anglerId)?.score() ?? null;
    if (sameScore(from, to)) return;
    current.set(anglerId, to);
    moves.push({ anglerId, from, to, traceparent });
  };
  for (const one of before) accounts.get(one.anglerId)?.begin(one);
  for (const step of steps) {
    const [loser, winner] = [step.before?.anglerId, step.after?.anglerId];
    if (step.before) accounts.get(step.before.anglerId)?.remove(step.before);
    if (step.after) accounts.get(step.after.anglerId)?.add(step.after);
    if (loser !== undefined) move(loser, step.traceparent);
    if (winner !== undefined && winner !== loser) move(winner, step.traceparent);
  }
  return moves;
};
