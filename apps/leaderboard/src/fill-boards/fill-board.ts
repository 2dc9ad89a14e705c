import { RelayNotifier } from '@cds/event-store';
import { inTransaction, POOL } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import type { Leased, Turn, TurnEnd } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Board } from '../boards/board.js';
import { Boards } from '../boards/boards.store.js';
import { EntryCorrector } from '../entries/correct-entries/entry-corrector.js';
import { type BoardFill, BoardFills } from './board-fills.js';
import { earlierWritersEnded } from './earlier-writers.js';

/** So few entries that the rest can be corrected once new catches move entries again. */
const FEW_MOVES = 500;
/** Limits the passes of one turn over a board whose catches change faster than it is filled. */
const MAX_PASSES = 5;

const LATER: TurnEnd = { afterSeconds: 0 };

/**
 * Gives a new board the entries of the catches that came before it, best first, so that no entry displaces another.
 *
 * While a board is being filled, new catches do not move its entries: they are stored, and the next pass finds them.
 * Once few entries are missing, new catches move entries again. Batches of catches that had not seen that change are
 * waited for, and a last pass adds what they left out. Every step is a short transaction of its own that proves the
 * lease, and compares the board with the catches of its moment, so a step may be interrupted or repeated at any time.
 */
@Injectable()
export class FillBoard {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly fills: BoardFills,
    private readonly boards: Boards,
    private readonly corrector: EntryCorrector,
    private readonly clock: Clock,
    private readonly relay: RelayNotifier,
  ) {}

  async execute(job: Leased<BoardFill>, turn: Turn): Promise<TurnEnd> {
    const board = await this.boards.byId(this.pool, job.id);
    if (!board) return 'done';
    if (job.filling && !(await this.fill(board, job, turn))) return LATER;
    if (!(await earlierWritersEnded(this.pool, () => turn.isOver()))) return LATER;
    if (!(await this.pass(board, job, turn)).isComplete) return LATER;
    await this.complete(job);
    return 'settled';
  }

  /** Returns whether new catches move the board's entries again. */
  private async fill(board: Board, job: Leased<BoardFill>, turn: Turn): Promise<boolean> {
    for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
      const { moved, isComplete } = await this.pass(board, job, turn);
      if (!isComplete) return false;
      if (moved <= FEW_MOVES) break;
    }
    await this.fills.progress(this.pool, job, { filling: false });
    turn.keep();
    return true;
  }

  private pass(board: Board, job: Leased<BoardFill>, turn: Turn) {
    return this.corrector.correct(board, {
      context: () => ({
        occurredAt: this.clock.now(),
        actor: null,
        requestId: null,
        traceparent: job.traceparent,
      }),
      begin: (tx) => this.fills.progress(tx, job),
      afterBatch: (moved) => {
        if (moved > 0) this.relay.wake();
        turn.keep();
        return !turn.isOver();
      },
    });
  }

  /** The species of the board may have been deleted meanwhile: then a board without entries goes too. */
  private complete(job: Leased<BoardFill>): Promise<void> {
    return inTransaction(this.pool, async (tx) => {
      await this.fills.complete(tx, job);
      await this.boards.removeAbandoned(tx, job.id);
    });
  }
}
