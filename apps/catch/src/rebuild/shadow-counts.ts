import type { Queryable } from '@cds/postgres';

/** How many catches of one species and tier there are, or how many more. */
export interface CatchCount {
  readonly species_id: string;
  readonly verification_tier: number;
  readonly count: number;
}

/** Counts the shadow's catches by species and tier. It only reads, however long it takes. */
export const countShadow = async (db: Queryable): Promise<CatchCount[]> =>
  (await db.query<CatchCount>(`${COUNT} GROUP BY species_id, verification_tier`)).rows;

/** Runs `write`, which replaces these catches of the shadow, and returns what that changed about the counts. */
export const changesBy = async (
  db: Queryable,
  ids: readonly string[],
  write: () => Promise<void>,
): Promise<CatchCount[]> => {
  const before = await countOf(db, ids);
  await write();
  return [...before.map((one) => ({ ...one, count: -one.count })), ...(await countOf(db, ids))];
};

/**
 * Puts the sums of these counts in the place of those that serve. The caller keeps writers of catches and the fold
 * away. Writers that wait for the catches may hold the tables of counts: rows are deleted, as a lock would be a
 * deadlock.
 */
export const replaceCounts = async (db: Queryable, counts: readonly CatchCount[]): Promise<void> => {
  await db.query('DELETE FROM catch_count_deltas');
  await db.query('DELETE FROM catch_counts');
  await db.query(SAVE, [JSON.stringify(counts)]);
};

const countOf = async (db: Queryable, ids: readonly string[]): Promise<CatchCount[]> =>
  (await db.query<CatchCount>(`${COUNT} WHERE id = ANY($1) GROUP BY species_id, verification_tier`, [ids])).rows;

const COUNT = 'SELECT species_id, verification_tier, count(*)::float8 AS count FROM rebuild.catches';

const SAVE = `
INSERT INTO catch_counts (species_id, verification_tier, count)
SELECT coalesce(species_id, '*'), coalesce(verification_tier, -1), sum(count)
FROM jsonb_to_recordset($1::jsonb) AS counted (species_id text, verification_tier smallint, count bigint)
GROUP BY CUBE (species_id, verification_tier) HAVING sum(count) <> 0`;
