import { POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type BoardView, boardView, type BoardViewRow, SELECT_BOARDS } from '../board-view.js';
import { boardNotFound, refuseMalformed } from '../board.errors.js';

@Injectable()
export class BoardDetailQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** One board; fails with `leaderboard.not_found`. */
  async execute(id: string): Promise<BoardView> {
    refuseMalformed(id);
    const { rows } = await this.pool.query<BoardViewRow>({ name: 'read-board', text: `${SELECT_BOARDS} WHERE board.id = $1`, values: [id] });
    const [row] = rows;
    if (!row) throw boardNotFound(id);
    return boardView(row);
  }
}
