import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { LeasedQueue } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** A new board that has to get the entries of earlier catches. The id of the job is that of the board. */
export interface BoardFill {
  /** Whether catches that change now leave the board alone. */
  filling: boolean;
  /** The trace of the event that made the board necessary. */
  traceparent: string | null;
}

@Injectable()
export class BoardFills extends LeasedQueue<BoardFill> {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super(pool, {
      table: 'board_fills',
      key: 'board_id',
      returns: ['job.filling', 'job.traceparent'],
      dueAt: 'due_at',
      leaseSeconds: 30,
      completed: 'delete',
    });
  }

  /** Adds jobs for boards that the same transaction adds. */
  async add(db: Queryable, boards: readonly { id: string; traceparent: string | null }[]): Promise<void> {
    await db.query(ADD, [boards.map(({ id }) => id), boards.map(({ traceparent }) => traceparent)]);
  }
}

const ADD = `
  INSERT INTO board_fills (board_id, traceparent) SELECT * FROM unnest($1::text[], $2::text[])`;
