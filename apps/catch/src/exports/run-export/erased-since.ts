import type { Queryable } from '@cds/postgres';

/** What is committed now, for `erasedSince`: take it before anything is read. */
export const currentSnapshot = async (db: Queryable): Promise<string> => {
  const { rows } = await db.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  return rows[0]?.snapshot ?? '';
};

/**
 * Whether the erasure of any of the anglers was committed after the snapshot. Waits for erasures that run, and holds
 * later ones back until the transaction ends.
 */
export const erasedSince = async (tx: Queryable, anglerIds: readonly string[], snapshot: string): Promise<boolean> => {
  const { rows } = await tx.query<{ id: string; erased_at: Date | null }>(LOCK, [anglerIds]);
  const erased = rows.filter(({ erased_at: at }) => at !== null).map(({ id }) => id);
  if (erased.length === 0) return false;
  return (await tx.query(ERASED_LATER, [erased, snapshot])).rows.length > 0;
};

const LOCK = 'SELECT id, erased_at FROM anglers WHERE id = ANY($1) ORDER BY id FOR SHARE';

const ERASED_LATER = `
SELECT FROM events WHERE stream_id = ANY($1) AND type = 'AnglerErased'
  AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, $2::text::pg_snapshot) LIMIT 1`;
