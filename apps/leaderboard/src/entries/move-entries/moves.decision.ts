import { sameScore } from '../score.js';
import type { Move } from './move.js';
import type { MovingAngler } from './moving-angler.js';
import type { RankingChange } from './ranking-changes.decision.js';

/**
 * Decides, step by step, which entries move. `anglers` are all that are in the change, with their accounts, which have
 * its results afterwards.
 */
export const movesOf = (
  { before, steps }: Pick<RankingChange, 'before' | 'steps'>,
  anglers: ReadonlyMap<string, MovingAngler>,
): Move[] => {
  const moves: Move[] = [];
  const move = (angler: MovingAngler, traceparent: string | null): void => {
    const to = angler.account?.score() ?? null;
    if (!sameScore(angler.score, to)) moves.push(angler.moveTo(to, traceparent, moves.length));
  };
  for (const one of before) anglers.get(one.anglerId)?.account?.begin(one);
  for (const step of steps) {
    const loser = step.before && anglers.get(step.before.anglerId);
    const winner = step.after && anglers.get(step.after.anglerId);
    if (step.before) loser?.account?.remove(step.before);
    if (step.after) winner?.account?.add(step.after);
    if (loser) move(loser, step.traceparent);
    if (winner && winner !== loser) move(winner, step.traceparent);
  }
  return moves;
};
