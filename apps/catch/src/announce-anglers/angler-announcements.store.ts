import { POOL } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';

/** An angler that there is, or was. */
export interface KnownAngler {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly erasedAt: Date | null;
}

/** Which anglers are published as they are. Whoever erases an angler clears `announced_at`. */
@Injectable()
export class AnglerAnnouncements {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async due(max: number): Promise<KnownAngler[]> {
    return (await this.pool.query<KnownAngler>(DUE, [max])).rows;
  }

  /**
   * These anglers were published. Copies of the service may publish at the same time, and the older state last: an
   * angler who was erased meanwhile is due again.
   */
  async published(anglers: readonly KnownAngler[]): Promise<void> {
    await this.pool.query(PUBLISHED, [anglers.map(({ id }) => id), anglers.map(({ erasedAt }) => erasedAt !== null)]);
  }
}

/** Anglers by id, without erased ones, for sending all of them again. */
export const anglersAfter = async (db: Queryable, id: string, max: number): Promise<KnownAngler[]> =>
  (await db.query<KnownAngler>(AFTER, [id, max])).rows;

const COLUMNS = `anglers.id, anglers.account_id AS "accountId", anglers.created_at AS "createdAt",
  anglers.erased_at AS "erasedAt"`;

const DUE = `SELECT ${COLUMNS} FROM anglers WHERE anglers.announced_at IS NULL ORDER BY anglers.id LIMIT $1`;

// Locked in the order of ids, as two copies may be about the same anglers.
const PUBLISHED = `
  WITH locked AS (SELECT id FROM anglers WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE)
  UPDATE anglers SET announced_at = CASE WHEN (anglers.erased_at IS NOT NULL) = sent.erased THEN now() END
  FROM locked JOIN unnest($1::text[], $2::boolean[]) AS sent (id, erased) ON sent.id = locked.id
  WHERE anglers.id = locked.id`;

const AFTER = `
  SELECT ${COLUMNS} FROM anglers WHERE anglers.id > $1 AND anglers.erased_at IS NULL ORDER BY anglers.id LIMIT $2`;
