import type { Queryable } from '@cds/event-store';

const BATCH = 1_000;

/** Moves `updated_at` of all of an angler's catches, by an index and in batches: `updated_since` then tells them with the new name. */
export const touchCatches = async function* (db: Queryable, anglerId: string): AsyncGenerator<void> {
  for (let after = ''; ; ) {
    const { rows } = await db.query<{ last: string | null }>(TOUCH, [anglerId, after, BATCH]);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    after = last;
    yield;
  }
};

const TOUCH = `
WITH batch AS (SELECT id FROM catches WHERE angler_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE),
touched AS (
  UPDATE catches SET updated_at = greatest(catches.updated_at, now()) FROM batch WHERE catches.id = batch.id RETURNING catches.id
)
SELECT max(id) AS last FROM touched`;
