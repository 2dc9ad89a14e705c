import type { Queryable } from '@cds/postgres';
import { type SpeciesRow, searchTermsOf, worldRecordRows } from './species.projection.js';

/** What a row of `species` is read as. */
export const SPECIES_COLUMNS = `id, slug, common_name AS "commonName", scientific_name AS "scientificName", family,
  "order", water, regions, common_names AS "commonNames", world_record AS "worldRecord",
  former_records AS "formerRecords", service_record AS "serviceRecord", photos,
  coalesce(edited_fields, '{}') AS "editedFields", max_weight_lbs AS "maxWeightLbs",
  reported_max_weight_lbs AS "reportedMaxWeightLbs", max_length_in AS "maxLengthIn", version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/**
 * Writes whole species, their search terms and their world records; three round trips, however many. Call it in the
 * transaction that appends their events.
 */
export const saveSpecies = async (db: Queryable, rows: readonly SpeciesRow[]): Promise<void> => {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.query(UPSERT, [JSON.stringify(rows)]);
  const terms = rows.flatMap((row) => searchTermsOf(row).map((term) => ({ ...term, species_id: row.id })));
  await db.query(REPLACE_TERMS, [ids, JSON.stringify(terms)]);
  await db.query(REPLACE_WORLD_RECORDS, [ids, JSON.stringify(rows.flatMap(worldRecordRows))]);
};

/** Its search terms go with a species; its records are none any more, and its photos nobody's. */
export const removeSpecies = async (db: Queryable, id: string): Promise<void> => {
  await db.query(NOTE_PHOTOS, [id]);
  await db.query('DELETE FROM species WHERE id = $1', [id]);
  await db.query('DELETE FROM species_records WHERE species_id = $1', [id]);
};

const NOTE_PHOTOS = `
  INSERT INTO photo_leftovers (digest, since)
  SELECT DISTINCT photo ->> 'digest', now() FROM species, jsonb_array_elements(photos) AS photo WHERE id = $1
  ON CONFLICT (digest) DO UPDATE SET since = excluded.since`;

const UPSERT = `
  INSERT INTO species AS known (id, slug, common_name, scientific_name, family, "order", water, regions, common_names,
    world_record, former_records, service_record, photos, edited_fields, max_weight_lbs, reported_max_weight_lbs,
    max_length_in, version, created_at, updated_at)
  SELECT row.id, row.slug, row."commonName", row."scientificName", row.family, row."order", row.water, row.regions,
    row."commonNames", row."worldRecord", row."formerRecords", row."serviceRecord", row.photos, row."editedFields",
    row."maxWeightLbs", row."reportedMaxWeightLbs", row."maxLengthIn", row.version, row."createdAt", row."updatedAt"
  FROM jsonb_to_recordset($1::jsonb) AS row (id text, slug text, "commonName" text, "scientificName" text, family text,
    "order" text, water text, regions text[], "commonNames" jsonb, "worldRecord" jsonb, "formerRecords" jsonb,
    "serviceRecord" jsonb, photos jsonb, "editedFields" text[], "maxWeightLbs" float8, "reportedMaxWeightLbs" float8,
    "maxLengthIn" float8, version int, "createdAt" timestamptz, "updatedAt" timestamptz)
  ON CONFLICT (id) DO UPDATE SET
    slug = excluded.slug, common_name = excluded.common_name, scientific_name = excluded.scientific_name,
    family = excluded.family, "order" = excluded."order", water = excluded.water, regions = excluded.regions,
    common_names = excluded.common_names, world_record = excluded.world_record,
    former_records = excluded.former_records, service_record = excluded.service_record, photos = excluded.photos,
    edited_fields = excluded.edited_fields, max_weight_lbs = excluded.max_weight_lbs,
    reported_max_weight_lbs = excluded.reported_max_weight_lbs, max_length_in = excluded.max_length_in,
    version = excluded.version, updated_at = excluded.updated_at`;

// One statement sees the rows as they were before it: a term that stays must not collide with its own deletion.
const REPLACE_TERMS = `
  WITH terms AS (
    SELECT row.species_id, row.term, row.rank
    FROM jsonb_to_recordset($2::jsonb) AS row (species_id text, term text, rank smallint)
  ),
  gone AS (
    DELETE FROM species_terms AS known WHERE species_id = ANY ($1::text[])
      AND NOT EXISTS (SELECT FROM terms WHERE terms.species_id = known.species_id AND terms.term = known.term)
  )
  INSERT INTO species_terms AS known (species_id, term, rank) SELECT species_id, term, rank FROM terms
  ON CONFLICT (species_id, term) DO UPDATE SET rank = excluded.rank WHERE known.rank <> excluded.rank`;

const REPLACE_WORLD_RECORDS = `
  WITH wanted AS (
    SELECT row.id, row."speciesId", row."isCurrent", row."weightLbs", row.date, row.place, row.angler, row.source
    FROM jsonb_to_recordset($2::jsonb) AS row (id text, "speciesId" text, "isCurrent" bool, "weightLbs" float8,
      date text, place text, angler text, source text)
  ),
  gone AS (
    DELETE FROM species_records AS known WHERE species_id = ANY ($1::text[]) AND kind = 'world'
      AND NOT EXISTS (SELECT FROM wanted WHERE wanted.id = known.id)
  )
  INSERT INTO species_records (id, species_id, kind, is_current, weight_lbs, date, place, angler, source)
  SELECT id, "speciesId", 'world', "isCurrent", "weightLbs", date, place, angler, source FROM wanted
  ON CONFLICT (id) DO UPDATE SET is_current = excluded.is_current, weight_lbs = excluded.weight_lbs,
    date = excluded.date, place = excluded.place, angler = excluded.angler, source = excluded.source`;
