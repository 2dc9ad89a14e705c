import type { Board } from '../../boards/board.js';
import type { BoardChange, Move } from './moves.decision.js';

/** A board in one period. */
export interface BoardPeriodKey {
  readonly boardId: string;
  readonly period: string;
}

/** How a batch changes one board period. */
export interface BoardPeriodChange {
  readonly board: Board;
  readonly period: string;
  readonly change: BoardChange;
}

/** Moves on one board period, whose lock the transaction holds, and its current version. */
export interface BoardPeriodMoves extends BoardPeriodKey {
  readonly board: Board;
  readonly version: number;
  readonly moves: readonly Move[];
}

/** The stream of a board period's events, which is also their subject when they are published. */
export const boardPeriodId = ({ boardId, period }: BoardPeriodKey): string => `${boardId}/${period}`;

export const keyOf = ({ boardId, period }: BoardPeriodKey): BoardPeriodKey => ({ boardId, period });
