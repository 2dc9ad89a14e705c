import { inTransaction, POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { BOARD_COLUMNS, type BoardRow } from '../boards/board-row.js';

export interface DeletedBoard {
  readonly id: string;
  readonly deletedAt: Date;
}

/**
 * Which boards are published as they are. Every change of name or rule moves `version`, so that a board is due until
 * the version that was published is its own; a deleted one is due until its tombstone was published.
 */
@Injectable()
export class BoardAnnouncements {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async due(max: number): Promise<BoardRow[]> {
    return (await this.pool.query<BoardRow>(DUE, [max])).rows;
  }

  /**
   * These boards were published. Copies of the service may publish at the same time, and the older state last: a board
   * that has changed meanwhile is due again, and one that is gone gets another tombstone.
   */
  async published(boards: readonly BoardRow[], now: Date): Promise<void> {
    await inTransaction(this.pool, async (tx) => {
      const ids = boards.map(({ id }) => id);
      const { rows } = await tx.query<{ id: string }>(PUBLISHED, [ids, boards.map(({ version }) => version)]);
      const left = new Set(rows.map(({ id }) => id));
      await noteDeletedBoards(
        tx,
        boards.filter(({ id }) => !left.has(id)),
        now,
      );
    });
  }

  async deleted(max: number): Promise<DeletedBoard[]> {
    return (await this.pool.query<DeletedBoard>(DELETED, [max])).rows;
  }

  async publishedDeletions(boards: readonly DeletedBoard[]): Promise<void> {
    await this.pool.query(FORGET, [boards.map(({ id }) => id), boards.map(({ deletedAt }) => deletedAt)]);
  }
}

/**
 * Call it in the transaction that deletes boards, with their last states. A tombstone has no version: consumers tell by
 * its time that it is later than the state, which a copy whose clock is ahead may have written.
 */
export const noteDeletedBoards = async (
  tx: Queryable,
  boards: readonly Pick<BoardRow, 'id' | 'updated_at'>[],
  now: Date,
): Promise<void> => {
  if (boards.length === 0) return;
  await tx.query(NOTE_DELETED, [boards.map(({ id }) => id), boards.map(({ updated_at: at }) => at), now]);
};

/** Boards by id, for sending all of them again. */
export const boardsAfter = async (db: Queryable, id: string, max: number): Promise<BoardRow[]> =>
  (await db.query<BoardRow>(AFTER, [id, max])).rows;

/** Those of these boards that have been deleted since they were read. */
export const goneBoards = async (db: Queryable, boards: readonly BoardRow[]): Promise<BoardRow[]> => {
  const { rows } = await db.query<{ id: string }>(PRESENT, [boards.map(({ id }) => id)]);
  const present = new Set(rows.map(({ id }) => id));
  return boards.filter(({ id }) => !present.has(id));
};

const DUE = `
  SELECT ${BOARD_COLUMNS} FROM boards WHERE boards.announced_version IS DISTINCT FROM boards.version
  ORDER BY boards.id LIMIT $1`;

// Locked in the order of ids, as two copies may be about the same boards.
const PUBLISHED = `
  WITH locked AS (SELECT id FROM boards WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE)
  UPDATE boards SET announced_version = CASE WHEN boards.version = sent.version THEN sent.version END
  FROM locked JOIN unnest($1::text[], $2::int[]) AS sent (id, version) ON sent.id = locked.id
  WHERE boards.id = locked.id
  RETURNING boards.id`;

const DELETED = `
  SELECT board_id AS id, deleted_at AS "deletedAt" FROM deleted_boards ORDER BY board_id LIMIT $1`;

const FORGET = `
  DELETE FROM deleted_boards AS gone USING unnest($1::text[], $2::timestamptz[]) AS sent (id, at)
  WHERE gone.board_id = sent.id AND gone.deleted_at = sent.at`;

// Another time than that of a tombstone which is being sent: whoever sends that one forgets it by its time.
const NOTE_DELETED = `
  INSERT INTO deleted_boards AS known (board_id, deleted_at)
  SELECT id, greatest(updated_at, $3) FROM unnest($1::text[], $2::timestamptz[]) AS gone (id, updated_at) ORDER BY id
  ON CONFLICT (board_id) DO UPDATE
    SET deleted_at = greatest(excluded.deleted_at, known.deleted_at + interval '1 millisecond')`;

const AFTER = `SELECT ${BOARD_COLUMNS} FROM boards WHERE boards.id > $1 ORDER BY boards.id LIMIT $2`;

const PRESENT = 'SELECT boards.id FROM boards WHERE boards.id = ANY($1::text[])';
