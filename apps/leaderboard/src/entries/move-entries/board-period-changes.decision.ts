import type { Board } from '../../boards/board.js';
import { currentPeriod } from '../../boards/period.js';
import type { CatchFact, CatchHistory } from '../../catches/catch-fact.js';
import { type Placing, placingOn, samePlacing } from '../placing.js';
import type { BoardChange } from './moves.decision.js';
import type { BoardPeriodChange } from './board-period.js';

/** What a batch of catches does to each of these boards; boards on which it changes no placing are left out. */
export const boardPeriodChangesOf = (history: CatchHistory, boards: readonly Board[]): BoardPeriodChange[] =>
  boards
    .map((board) => ({ board, period: currentPeriod(board.rule.period).id, change: changeOn(board, history) }))
    .filter(({ change }) => change.steps.length > 0);

/** Steps that leave a catch's placing as it was are nothing to the board. */
const changeOn = (board: Board, { before, steps }: CatchHistory): BoardChange => {
  const former = before.flatMap((fact) => placingOn(board.rule, fact) ?? []);
  const placings = new Map<string, Placing | null>(former.map((placing) => [placing.catchId, placing]));
  const changing = steps
    .map((fact) => ({ catchId: fact.catchId, after: placingOn(board.rule, fact), ...causeOf(fact) }))
    .filter(({ catchId, after }) => {
      const changes = !samePlacing(placings.get(catchId) ?? null, after);
      placings.set(catchId, after);
      return changes;
    });
  const concerned = new Set(changing.map(({ catchId }) => catchId));
  return { before: former.filter(({ catchId }) => concerned.has(catchId)), steps: changing };
};

const causeOf = ({ traceparent }: CatchFact): { traceparent?: string } =>
  typeof traceparent === 'string' ? { traceparent } : {};
