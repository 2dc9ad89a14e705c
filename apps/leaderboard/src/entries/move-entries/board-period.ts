import type { Board } from '../../boards/board.js';
import type { BoardChange, Move } from './moves.decision.js';

/** A board in one period. */
export interface BoardPeriodKey {
  readonly boardId: string;
  readonly period: string;
}

/** What a batch does to one board period. */
export interface BoardPeriodChange {
  readonly board: Board;
  readonly period: string;
  readonly change: BoardChange;
}

/** Moves of one board period, whose lock the transaction holds, and the version that it has. */
export interface BoardPeriodMoves extends BoardPeriodKey {
  readonly board: Board;
  readonly version: number;
  readonly moves: readonly Move[];
}

/** The subject of a board period's events. */
export const boardPeriodId = ({ boardId, period }: BoardPeriodKey): string => `${boardId}/${period}`;

export const keyOf = ({ boardId, period }: BoardPeriodKey): BoardPeriodKey => ({ boardId, period });
