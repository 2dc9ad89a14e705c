import type { Board } from '../../boards/board.js';
import type { BoardChange, Move } from './moves.decision.js';

/** A board in one period. */
export interface StandingKey {
  readonly boardId: string;
  readonly period: string;
}

/** What a batch does to one standing. */
export interface StandingChange {
  readonly board: Board;
  readonly period: string;
  readonly change: BoardChange;
}

/** Moves of one standing, whose lock the transaction holds, and the version that it has. */
export interface StandingMoves extends StandingKey {
  readonly board: Board;
  readonly version: number;
  readonly moves: readonly Move[];
}

/** The subject of a standing's events. */
export const standingId = ({ boardId, period }: StandingKey): string => `${boardId}/${period}`;

export const keyOf = ({ boardId, period }: StandingKey): StandingKey => ({ boardId, period });
