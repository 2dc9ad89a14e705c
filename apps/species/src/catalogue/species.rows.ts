import type { Queryable } from '@cds/postgres';
import { type SpeciesRow, searchTermsOf } from './species.projection.js';

/** What a row of `species` is read as. */
export const SPECIES_COLUMNS = `id, slug, common_name AS "commonName", scientific_name AS "scientificName", family, "order", water, regions,
  common_names AS "commonNames", world_record AS "worldRecord", max_weight_lbs AS "maxWeightLbs", max_length_in AS "maxLengthIn",
  version, created_at AS "createdAt", updated_at AS "updatedAt"`;

export const loadAllSpecies = async (db: Queryable): Promise<SpeciesRow[]> =>
  (await db.query<SpeciesRow>(`SELECT ${SPECIES_COLUMNS} FROM species`)).rows;

/**
 * Writes whole species and their search terms; two round trips, however many. Call it in the transaction that appends
 * their events.
 */
export const saveSpecies = async (db: Queryable, rows: readonly SpeciesRow[]): Promise<void> => {
  await db.query(UPSERT, [JSON.stringify(rows)]);
  const terms = rows.flatMap((row) => searchTermsOf(row).map((term) => ({ ...term, species_id: row.id })));
  await db.query(REPLACE_TERMS, [rows.map(({ id }) => id), JSON.stringify(terms)]);
};

const UPSERT = `
  INSERT INTO species AS known (id, slug, common_name, scientific_name, family, "order", water, regions, common_names,
  world_record,
    max_weight_lbs, max_length_in, version, created_at, updated_at)
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (id text, slug text, "commonName" text, "scientificName" text,
  family text, "order" text,
    water text, regions text[], "commonNames" jsonb, "worldRecord" jsonb, "maxWeightLbs" float8, "maxLengthIn" float8,
    version int,
    "createdAt" timestamptz, "updatedAt" timestamptz)
  ON CONFLICT (id) DO UPDATE SET
    slug = excluded.slug, common_name = excluded.common_name, scientific_name = excluded.scientific_name,
    family = excluded.family,
    "order" = excluded."order", water = excluded.water, regions = excluded.regions,
    common_names = excluded.common_names,
    world_record = excluded.world_record, max_weight_lbs = excluded.max_weight_lbs,
    max_length_in = excluded.max_length_in,
    version = excluded.version, updated_at = excluded.updated_at`;

// One statement sees the rows as they were before it: a term that stays must not collide with its own deletion.
const REPLACE_TERMS = `
  WITH terms AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS row (species_id text, term text, rank smallint)),
  gone AS (
    DELETE FROM species_terms AS known WHERE species_id = ANY ($1::text[])
      AND NOT EXISTS (SELECT FROM terms WHERE terms.species_id = known.species_id AND terms.term = known.term)
  )
  INSERT INTO species_terms (species_id, term, rank) SELECT species_id, term, rank FROM terms
  ON CONFLICT (species_id, term) DO UPDATE SET rank = excluded.rank`;
