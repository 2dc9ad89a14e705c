import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import { Boards, type NewBoard } from '../boards/boards.store.js';
import { BoardRankings } from '../board-jobs/board-rankings.js';

/** A board to make, and the trace of the event that made it necessary. */
export interface BoardToMake extends NewBoard {
  readonly traceparent: string | null;
}

@Injectable()
export class BoardMaker {
  constructor(
    private readonly boards: Boards,
    private readonly rankings: BoardRankings,
  ) {}

  /**
   * Makes the built-in boards of `wanted` that do not exist yet. They are empty at first: a background job fills them
   * with the entries of earlier catches. Returns whether there is such a job.
   */
  async make(db: Queryable, wanted: readonly BoardToMake[], at: Date): Promise<boolean> {
    const missing = await this.boards.missing(db, wanted);
    if (missing.length === 0) return false;
    const made = await this.boards.add(db, missing, at);
    await this.rankings.fillAll(db, made);
    return made.length > 0;
  }
}
