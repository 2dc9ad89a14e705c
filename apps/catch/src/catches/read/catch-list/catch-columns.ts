import type { CatchListRow } from './catch-list.projection.js';

/**
 * The columns of `catches` that this release reads and writes. Statements name them, so that a column which a later
 * release adds changes no result while both releases run.
 */
export const CATCH_COLUMNS = [
  'id',
  'account_id',
  'angler_id',
  'species_id',
  'weight_lbs',
  'length_in',
  'depth_ft',
  'caught_at',
  'location_name',
  'latitude',
  'longitude',
  'region',
  'country',
  'has_location',
  'method',
  'bait',
  'water_type',
  'released',
  'notes',
  'external_id',
  'metadata',
  'photos',
  'verification_tier',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CatchListRow)[];

/** A row of `catches c` with the name of its angler `a`: a `NamedCatchRow`. */
export const NAMED_CATCH_COLUMNS = `${CATCH_COLUMNS.map((column) => `c.${column}`).join(', ')},
  a.name AS angler_name, a.erased_at IS NOT NULL AS angler_erased`;
