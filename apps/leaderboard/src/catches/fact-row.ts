import type { VerificationTier } from '@cds/contracts';
import type { CatchFact } from './catch-fact.js';

/** A row of `catch_facts`. Numbers are cast to float8; `caught_at` is a text in JSON. */
export interface FactRow {
  catch_id: string;
  version: number;
  measured_version: number;
  angler_id: string;
  species_id: string;
  weight_lbs: number;
  length_in: number | null;
  depth_ft: number | null;
  region: string | null;
  verification_tier: VerificationTier;
  caught_at: Date | string;
  deleted: boolean;
}

export const toFact = (row: FactRow): CatchFact => ({
  catchId: row.catch_id,
  version: row.version,
  anglerId: row.angler_id,
  speciesId: row.species_id,
  weightLbs: row.weight_lbs,
  lengthIn: row.length_in,
  depthFt: row.depth_ft,
  region: row.region,
  verificationTier: row.verification_tier,
  caughtAt: new Date(row.caught_at),
  deleted: row.deleted,
});

/** The row of a catch, as JSON that `json_populate_record` takes. */
export const toFactRow = (fact: CatchFact): FactRow => ({
  catch_id: fact.catchId,
  version: fact.version,
  measured_version: fact.version,
  angler_id: fact.anglerId,
  species_id: fact.speciesId,
  weight_lbs: fact.weightLbs,
  length_in: fact.lengthIn,
  depth_ft: fact.depthFt,
  region: fact.region,
  verification_tier: fact.verificationTier,
  caught_at: fact.caughtAt.toISOString(),
  deleted: fact.deleted,
});
