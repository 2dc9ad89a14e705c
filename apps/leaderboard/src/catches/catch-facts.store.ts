import type { VerificationTier } from '@cds/contracts';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFact, RecordedCatches } from './catch-fact.js';
import { versionGapsOf } from './version-gaps.js';

interface FormerRow {
  catch_id: string;
  version: number | null;
  angler_id: string;
  species_id: string;
  weight_lbs: number;
  region: string | null;
  verification_tier: VerificationTier;
  caught_at: Date;
  deleted: boolean;
}

/** This service's own copy of the catches. */
@Injectable()
export class CatchFacts {
  /**
   * Stores the newest version of each catch and returns what changed; versions that were applied before change nothing.
   * Rows are written in the order of their ids, so that concurrent batches wait for each other and do not deadlock.
   */
  async record(db: Queryable, facts: readonly CatchFact[]): Promise<RecordedCatches> {
    const steps = ascending(facts);
    const newest = [...new Map(steps.map((fact) => [fact.catchId, fact])).values()];
    const values = [
      newest.map((fact) => fact.catchId),
      newest.map((fact) => fact.version),
      newest.map((fact) => fact.anglerId),
      newest.map((fact) => fact.speciesId),
      newest.map((fact) => fact.weightLbs),
      newest.map((fact) => fact.region),
      newest.map((fact) => fact.verificationTier),
      newest.map((fact) => fact.caughtAt.toISOString()),
      newest.map((fact) => fact.deleted),
    ];
    const { rows } = await db.query<FormerRow>({ name: 'record-catches', text: UPSERT, values });
    const applied = new Map(rows.map((row) => [row.catch_id, row.version ?? 0]));
    const applicable = steps.filter((fact) => fact.version > (applied.get(fact.catchId) ?? Infinity));
    return {
      before: rows.flatMap((row) => (row.version === null ? [] : [toFact(row, row.version)])),
      steps: applicable,
      gaps: versionGapsOf(applicable, applied),
    };
  }
}

/** Leaves out versions that arrive after a newer version of the same catch. */
const ascending = (facts: readonly CatchFact[]): CatchFact[] => {
  const newest = new Map<string, number>();
  return facts.filter(({ catchId, version }) => {
    if (version <= (newest.get(catchId) ?? 0)) return false;
    newest.set(catchId, version);
    return true;
  });
};

const UPSERT = `
  INSERT INTO catch_facts AS fact
    (catch_id, version, angler_id, species_id, weight_lbs, region, verification_tier, caught_at, deleted)
  SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::numeric[], $6::text[],
  $7::verification_tier[], $8::timestamptz[], $9::bool[])
  ORDER BY 1
  ON CONFLICT (catch_id) DO UPDATE SET
    version = excluded.version, angler_id = excluded.angler_id, species_id = excluded.species_id,
    weight_lbs = excluded.weight_lbs, region = excluded.region, verification_tier = excluded.verification_tier,
    caught_at = excluded.caught_at, deleted = excluded.deleted
  WHERE fact.version < excluded.version
  RETURNING new.catch_id, old.version, old.angler_id, old.species_id, old.weight_lbs::float8 AS weight_lbs, old.region,
    old.verification_tier, old.caught_at, old.deleted`;

const toFact = (row: FormerRow, version: number): CatchFact => ({
  catchId: row.catch_id,
  version,
  anglerId: row.angler_id,
  speciesId: row.species_id,
  weightLbs: row.weight_lbs,
  region: row.region,
  verificationTier: row.verification_tier,
  caughtAt: row.caught_at,
  deleted: row.deleted,
});
