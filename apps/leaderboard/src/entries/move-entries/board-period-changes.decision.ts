import type { Board } from '../../boards/board.js';
import { currentPeriod } from '../../boards/period.js';
import type { CatchFact, CatchHistory } from '../../catches/catch-fact.js';
import { type Score, scoreOn, sameScore } from '../score.js';
import type { BoardChange } from './moves.decision.js';
import type { BoardPeriodChange } from './board-period.js';

/** How a batch of catches changes each of these boards. Boards on which no score changes are left out. */
export const boardPeriodChangesOf = (history: CatchHistory, boards: readonly Board[]): BoardPeriodChange[] =>
  boards
    .map((board) => ({
      board,
      period: currentPeriod(board.rule.period, new Date()).id,
      change: changeOn(board, history),
    }))
    .filter(({ change }) => change.steps.length > 0);

/** Leaves out steps that do not change the score of their catch. */
const changeOn = (board: Board, { before, steps }: CatchHistory): BoardChange => {
  const former = before.flatMap((fact) => scoreOn(board.rule, fact) ?? []);
  const scores = new Map<string, Score | null>(former.map((score) => [score.catchId, score]));
  const changing = steps
    .map((fact) => ({ catchId: fact.catchId, after: scoreOn(board.rule, fact), ...causeOf(fact) }))
    .filter(({ catchId, after }) => {
      const changes = !sameScore(scores.get(catchId) ?? null, after);
      scores.set(catchId, after);
      return changes;
    });
  const affected = new Set(changing.map(({ catchId }) => catchId));
  return { before: former.filter(({ catchId }) => affected.has(catchId)), steps: changing };
};

const causeOf = ({ traceparent }: CatchFact): { traceparent?: string } =>
  typeof traceparent === 'string' ? { traceparent } : {};
