import { READ_POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { boardNotFound, refuseMalformed } from '../board.errors.js';
import { BOARD_COLUMNS, type BoardRow } from '../board-row.js';
import { BoardViews, type TaggedView } from '../board-views.js';

@Injectable()
export class BoardDetailQuery {
  constructor(
    @Inject(READ_POOL) private readonly pool: pg.Pool,
    private readonly views: BoardViews,
  ) {}

  /** One board; fails with `leaderboard.not_found`. */
  async execute(id: string): Promise<TaggedView> {
    refuseMalformed(id);
    const { rows } = await this.pool.query<BoardRow>({ name: 'read-board', text: ONE, values: [id] });
    if (!rows[0]) throw boardNotFound(id);
    return this.views.tagged(this.pool, rows[0]);
  }
}

const ONE = `SELECT ${BOARD_COLUMNS} FROM boards WHERE id = $1`;
