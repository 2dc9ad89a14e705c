import type { Queryable } from '@cds/event-store';

const BATCH = 1_000;

/**
 * Moves `updated_at` of all of an angler's catches, by an index and in batches: `updated_since` then tells them with the new
 * name. `write` runs each batch at its time.
 */
export const touchCatches = async function* (
  db: Queryable,
  anglerId: string,
  write: <T>(batch: (at: Date) => Promise<T>) => Promise<T>,
): AsyncGenerator<void> {
  for (let after = ''; ; ) {
    const { rows } = await write((at) => db.query<{ last: string | null }>(TOUCH, [anglerId, after, BATCH, at]));
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    after = last;
    yield;
  }
};

const TOUCH = `
WITH batch AS (SELECT id FROM catches WHERE angler_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE),
touched AS (
  UPDATE catches SET updated_at = greatest(catches.updated_at, $4::timestamptz) FROM batch WHERE catches.id = batch.id RETURNING catches.id
)
SELECT max(id) AS last FROM touched`;
