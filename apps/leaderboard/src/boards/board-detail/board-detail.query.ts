import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { BOARD_COLUMNS, BOARD_STANDING, type BoardView, boardView, type BoardViewRow } from '../board-view.js';
import { boardNotFound, refuseMalformed } from '../board.errors.js';

@Injectable()
export class BoardDetailQuery {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** One board; fails with `leaderboard.not_found`. */
  async execute(id: string): Promise<BoardView> {
    refuseMalformed(id);
    const { rows } = await this.pool.query<BoardViewRow>({ name: 'read-board', text: READ, values: [id] });
    const [row] = rows;
    if (!row) throw boardNotFound(id);
    return boardView(row);
  }
}

const READ = `SELECT ${BOARD_COLUMNS} FROM boards ${BOARD_STANDING} WHERE boards.id = $1`;
