import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { noteDeletedBoards } from '../../announce-boards/board-announcements.store.js';
import { BoardRankings } from '../../board-jobs/board-rankings.js';
import type { BoardRow } from '../../boards/board-row.js';
import { lockOwnBoard, type OwnBoard } from '../locked-board.js';

@Injectable()
export class DeleteBoardHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly rankings: BoardRankings,
    private readonly clock: Clock,
  ) {}

  /** Deletes a board of the caller's account at once. What it has of entries goes in the background. */
  async execute(own: OwnBoard): Promise<void> {
    await inTransaction(this.pool, async (tx) => this.delete(tx, await lockOwnBoard(tx, own)));
  }

  /** Deletes a board that the transaction has locked. */
  async delete(tx: Queryable, board: BoardRow): Promise<void> {
    await this.rankings.retire(tx, board.id);
    await tx.query('DELETE FROM boards WHERE id = $1', [board.id]);
    await noteDeletedBoards(tx, [board], this.clock.now());
  }
}
