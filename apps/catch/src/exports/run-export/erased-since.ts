import type { Queryable } from '@cds/postgres';

/** What is committed now, for `erasedSince`: take it before anything is read. */
export const currentSnapshot = async (db: Queryable): Promise<string> => {
  const { rows } = await db.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  return rows[0]?.snapshot ?? '';
};

/** The anglers of whom something was read; of the former ones in catches that are another angler's by now. */
export interface ReadAnglers {
  readonly anglerIds: ReadonlySet<string>;
  readonly formerAnglerIds: ReadonlySet<string>;
}

export const anglersOf = ({ anglerIds, formerAnglerIds }: ReadAnglers): string[] => [
  ...new Set([...anglerIds, ...formerAnglerIds]),
];

/**
 * Whether the erasure of any of the anglers was committed after the snapshot; of a former one whenever it was, since
 * another angler's catch shows what it says of them until it is emptied. Waits for erasures that run, and holds later
 * ones back until the transaction ends.
 */
export const erasedSince = async (tx: Queryable, anglers: ReadAnglers, snapshot: string): Promise<boolean> => {
  const { rows } = await tx.query<{ id: string; erased_at: Date | null }>(LOCK, [anglersOf(anglers)]);
  const erased = rows.filter(({ erased_at: at }) => at !== null).map(({ id }) => id);
  if (erased.length === 0) return false;
  if (erased.some((id) => anglers.formerAnglerIds.has(id))) return true;
  return (await tx.query(ERASED_LATER, [erased, snapshot])).rows.length > 0;
};

const LOCK = 'SELECT id, erased_at FROM anglers WHERE id = ANY($1) ORDER BY id FOR SHARE';

const ERASED_LATER = `
SELECT FROM events WHERE stream_id = ANY($1) AND type = 'AnglerErased'
  AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, $2::text::pg_snapshot) LIMIT 1`;
