import type pg from 'pg';
import type { CatchListRow } from '../src/catches/read/catch-list/catch-list.projection.js';
import { LARGEMOUTH, OWNER } from './catch.builders.js';

/** A row of `catches` with overrides. */
export const storedCatch = (id: string, overrides: Partial<CatchListRow> = {}): CatchListRow => {
  const at = new Date('2026-06-01T06:30:00.000Z');
  return {
    id,
    account_id: OWNER,
    angler_id: 'ang_owner',
    species_id: LARGEMOUTH,
    weight_lbs: 8.4,
    length_in: null,
    depth_ft: null,
    caught_at: at,
    location_name: null,
    latitude: null,
    longitude: null,
    region: null,
    country: null,
    has_location: overrides.latitude !== undefined,
    method: null,
    bait: null,
    water_type: null,
    released: null,
    notes: null,
    external_id: null,
    metadata: null,
    photos: null,
    verification_tier: 0,
    version: 1,
    created_at: at,
    updated_at: at,
    ...overrides,
  };
};

/**
 * Stores rows as they are, for tests that need times and tiers which the API does not let anybody choose, and counts
 * anew.
 */
export const storeCatches = async (pool: pg.Pool, rows: readonly CatchListRow[]): Promise<void> => {
  await pool.query('INSERT INTO catches SELECT * FROM json_populate_recordset(NULL::catches, $1::json)', [
    JSON.stringify(rows),
  ]);
  await pool.query('TRUNCATE catch_counts, catch_count_deltas');
  await pool.query(`INSERT INTO catch_counts (species_id, verification_tier, count)
    SELECT coalesce(species_id, '*'), coalesce(verification_tier, -1), count(*) FROM catches
    GROUP BY CUBE (species_id, verification_tier)`);
};

/**
 * Leaves an erasure as a process does that died right after its answer: nothing is removed yet, and nobody looks for an
 * hour.
 */
export const erasedAndLeft = async (pool: pg.Pool, anglerId: string): Promise<void> => {
  await pool.query(
    "UPDATE anglers SET name = 'erased angler', external_id = NULL, metadata = NULL, erased_at = now() WHERE id = $1",
    [anglerId],
  );
  await pool.query("INSERT INTO angler_tasks VALUES ($1, 'erase', now(), now() + interval '1 hour')", [anglerId]);
};
