import type { Queryable } from '@cds/postgres';

/** Something that there is from a time on, or that is gone since then. */
export interface KnownId {
  readonly id: string;
  readonly at: Date;
}

/** Those of `ids` that no species, board or angler has, as far as this service knows. */
export const unknownOf = async (db: Queryable, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { rows } = await db.query<{ id: string }>({ name: 'known-ids', text: KNOWN, values: [ids] });
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
};

/** What arrives late changes nothing that is newer. */
export const noteKnownIds = async (
  tx: Queryable,
  { there, gone }: { there: readonly KnownId[]; gone: readonly KnownId[] },
): Promise<void> => {
  if (there.length > 0) await tx.query(NOTE, [there.map(({ id }) => id), there.map(({ at }) => at)]);
  if (gone.length > 0) await tx.query(FORGET, [gone.map(({ id }) => id), gone.map(({ at }) => at)]);
};

const KNOWN = 'SELECT id FROM known_ids WHERE id = ANY($1)';

const NOTE = `
INSERT INTO known_ids AS known (id, changed_at)
SELECT id, at FROM unnest($1::text[], $2::timestamptz[]) AS heard (id, at) ORDER BY id
ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at WHERE known.changed_at < excluded.changed_at`;

const FORGET = `
DELETE FROM known_ids AS known USING unnest($1::text[], $2::timestamptz[]) AS heard (id, at)
WHERE known.id = heard.id AND known.changed_at <= heard.at`;
