import type { Queryable } from '@cds/postgres';
import type { SpeciesRow } from './species.projection.js';
import { SPECIES_COLUMNS } from './species.rows.js';

/** Whoever gives a species a name waits here for the others, so that no two give the same one. */
export const lockNames = async (tx: Queryable): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('species.seed-catalogue'))`);
};

/** Locked until the transaction ends, in the order of their ids as all who lock several do. */
export const lockByScientificNames = async (tx: Queryable, names: readonly string[]): Promise<SpeciesRow[]> =>
  (await tx.query<SpeciesRow>(LOCK, [names])).rows;

/** Those of the scientific names whose species was deleted, the last one of that name. */
export const deletedAmong = async (db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ name: string }>(
    'SELECT scientific_name AS name FROM deleted_species WHERE scientific_name = ANY($1)',
    [names],
  );
  return new Set(rows.map(({ name }) => name));
};

export const takenSlugs = async (db: Queryable): Promise<Set<string>> =>
  new Set((await db.query<{ slug: string }>('SELECT slug FROM species')).rows.map(({ slug }) => slug));

const LOCK = `
  SELECT ${SPECIES_COLUMNS} FROM species WHERE scientific_name = ANY($1) ORDER BY id FOR NO KEY UPDATE`;
