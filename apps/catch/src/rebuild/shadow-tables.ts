import type pg from 'pg';

type Queryable = Pick<pg.PoolClient, 'query'>;

/** The read models that follow from the log alone. */
const TABLES = ['catches', 'catch_tombstones', 'verifications'] as const;
export type RebuiltTable = (typeof TABLES)[number];

/**
 * Empty twins of the read models in a schema of their own, with the primary key alone: the other indexes come when they
 * are full.
 */
export const createShadows = async (db: Queryable): Promise<void> => {
  await db.query('DROP SCHEMA IF EXISTS rebuild CASCADE');
  await db.query('CREATE SCHEMA rebuild');
  for (const table of TABLES) {
    await db.query(`CREATE TABLE rebuild.${table} (LIKE public.${table} INCLUDING DEFAULTS)`);
    await db.query(`ALTER TABLE rebuild.${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (id)`);
  }
};

/** The indexes of the serving tables, under the same names: errors and plans speak of them. */
export const indexShadows = async (db: Queryable): Promise<void> => {
  const { rows } = await db.query<{ definition: string }>(SECONDARY_INDEXES, [TABLES]);
  for (const { definition } of rows) await db.query(definition.replace(/ ON (ONLY )?public\./, ' ON $1rebuild.'));
  for (const table of TABLES) await db.query(`ANALYZE rebuild.${table}`);
};

/** Puts the twins in the place of the serving tables and counts anew; the caller holds the locks. */
export const swapShadows = async (tx: Queryable): Promise<void> => {
  for (const table of TABLES) {
    await tx.query(`DROP TABLE public.${table}`);
    await tx.query(`ALTER TABLE rebuild.${table} SET SCHEMA public`);
  }
  await tx.query('TRUNCATE catch_counts, catch_count_deltas');
  await tx.query(COUNT_ANEW);
  await tx.query('DROP SCHEMA rebuild');
};

const SECONDARY_INDEXES = `
SELECT indexdef AS definition FROM pg_indexes
WHERE schemaname = 'public' AND tablename = ANY($1) AND indexname NOT LIKE '%\\_pkey'`;

const COUNT_ANEW = `
INSERT INTO catch_counts (species_id, verification_tier, count)
SELECT coalesce(species_id, '*'), coalesce(verification_tier, -1), count(*) FROM catches
GROUP BY CUBE (species_id, verification_tier)`;
