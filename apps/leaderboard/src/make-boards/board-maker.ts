import type { Queryable } from '@cds/postgres';
import type { AppendContext } from '@cds/event-store';
import { Injectable } from '@nestjs/common';
import { BestCatchesQuery } from '../entries/move-entries/best-catches.query.js';
import { EntryMover } from '../entries/move-entries/entry-mover.js';
import type { Score } from '../entries/score.js';
import type { Board } from '../boards/board.js';
import { Boards, type NewBoard } from '../boards/boards.store.js';
import { currentPeriod } from '../boards/period.js';

/** The trace of what made the board of a species necessary, by species. */
export type Causes = ReadonlyMap<string, string | null>;

@Injectable()
export class BoardMaker {
  constructor(
    private readonly boards: Boards,
    private readonly bestCatches: BestCatchesQuery,
    private readonly mover: EntryMover,
  ) {}

  /**
   * Makes those of the built-in boards that are missing, with the entries that earlier catches give them, best first,
   * so that nobody is displaced. Answers whether there is an event to publish.
   */
  async make(
    db: Queryable,
    wanted: readonly NewBoard[],
    context: AppendContext,
    causes: Causes = new Map(),
  ): Promise<boolean> {
    const missing = await this.boards.missing(db, wanted);
    if (missing.length === 0) return false;
    // Batches of catches that have not seen these boards end first; those that come later will see them.
    await db.query('LOCK TABLE catch_facts IN SHARE MODE');
    const made = await this.boards.add(db, missing, context.occurredAt);
    return this.fill(db, made, context, causes);
  }

  private async fill(db: Queryable, made: readonly Board[], context: AppendContext, causes: Causes): Promise<boolean> {
    let hasEvents = false;
    for (const board of made) {
      const traceparent = causes.get(board.rule.speciesId ?? '') ?? context.traceparent;
      for await (const scores of this.bestCatches.on(db, board.id))
        hasEvents = (await this.mover.apply(db, [entering(board, scores)], { ...context, traceparent })) || hasEvents;
    }
    return hasEvents;
  }
}

const entering = (board: Board, scores: readonly Score[]) => ({
  board,
  period: currentPeriod(board.rule.period).id,
  change: { before: [], steps: scores.map((after) => ({ catchId: after.catchId, after })) },
});
