import type { Queryable } from '@cds/postgres';
import type { SpeciesRow } from './species.projection.js';
import { SPECIES_COLUMNS } from './species.rows.js';

/** Whoever gives a species a name waits here for the others, so that no two give the same one. */
export const lockNames = async (tx: Queryable): Promise<void> => {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('species.seed-catalogue'))`);
};

/**
 * The species that the seed knows by these names out of its catalogue, each under its name. Locked until the
 * transaction ends, in the order of their ids as all who lock several do.
 */
export const lockSeeded = async (
  tx: Queryable,
  names: readonly string[],
  catalogue: readonly string[],
): Promise<Map<string, SpeciesRow>> => {
  const { rows } = await tx.query<SpeciesRow & { seededName: string | null }>(LOCK, [names, catalogue]);
  return new Map(rows.flatMap(({ seededName, ...row }) => (seededName === null ? [] : [[seededName, row]])));
};

/** Those of the names by which the seed knows a species that was deleted. */
export const deletedAmong = async (
  db: Queryable,
  names: readonly string[],
  catalogue: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ name: string }>(DELETED, [names, catalogue]);
  return new Set(rows.map(({ name }) => name));
};

/** The seed knows the species by these names from now on, and no others by them. */
export const rememberSeeded = async (tx: Queryable, species: ReadonlyMap<string, SpeciesRow>): Promise<void> => {
  await tx.query(REMEMBER, [[...species.keys()], [...species.values()].map(({ id }) => id)]);
};

export const takenSlugs = async (db: Queryable): Promise<Set<string>> =>
  new Set((await db.query<{ slug: string }>('SELECT slug FROM species')).rows.map(({ slug }) => slug));

/**
 * The seed knows a species by its scientific name. Where a person gave it one that the catalogue does not have, the
 * name of the last seed counts, unless another species has that now.
 */
const SEEDED_NAME = `
  CASE
    WHEN known.scientific_name = ANY ($2) THEN known.scientific_name
    WHEN NOT EXISTS (SELECT FROM species AS other WHERE other.scientific_name = known.seeded_name)
      THEN known.seeded_name
  END`;

const LOCK = `
  SELECT ${SPECIES_COLUMNS}, ${SEEDED_NAME} AS "seededName" FROM species AS known
  WHERE scientific_name = ANY ($1) OR seeded_name = ANY ($1) ORDER BY id FOR NO KEY UPDATE`;

const DELETED = `
  SELECT ${SEEDED_NAME} AS name FROM deleted_species AS known
  WHERE scientific_name = ANY ($1) OR seeded_name = ANY ($1)`;

const REMEMBER = `
  UPDATE species SET seeded_name = seeded.name
  FROM species AS known LEFT JOIN unnest($1::text[], $2::text[]) AS seeded (name, id) ON seeded.id = known.id
  WHERE species.id = known.id AND (seeded.id IS NOT NULL OR known.seeded_name = ANY ($1))
    AND known.seeded_name IS DISTINCT FROM seeded.name`;
