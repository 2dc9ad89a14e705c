import { arrayLiteral, int4Array, textArray, timestamptzArray } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFact, RecordedCatches } from './catch-fact.js';
import { type FactRow, toFact } from './fact-row.js';
import { versionGapsOf } from './version-gaps.js';

type FormerRow = { [K in keyof FactRow]: FactRow[K] | null } & { catch_id: string };

/** This service's own copy of the catches. */
@Injectable()
export class CatchFacts {
  /**
   * Stores the newest version of each catch and returns what changed; versions that were applied before change nothing.
   * A version that the previous release stored without measures counts as a change. What changes is in no index by
   * value; see `ValueIndexes`.
   * Rows are written in the order of their ids, so that concurrent batches wait for each other and do not deadlock.
   */
  async record(db: Queryable, facts: readonly CatchFact[]): Promise<RecordedCatches> {
    const steps = ascending(facts);
    const newest = [...new Map(steps.map((fact) => [fact.catchId, fact])).values()];
    const { rows } = await db.query<FormerRow>({
      name: 'record-measured-catches',
      text: UPSERT,
      values: columns(newest),
    });
    const applied = new Map(rows.map((row) => [row.catch_id, row.version ?? 0]));
    const unmeasured = new Set(rows.flatMap((row) => (row.measured_version === row.version ? [] : [row.catch_id])));
    const applicable = steps.filter(({ catchId, version }) => {
      const known = applied.get(catchId) ?? Infinity;
      return version > known || (version === known && unmeasured.has(catchId));
    });
    return {
      before: rows.flatMap((row) => (isKnown(row) ? [toFact(row)] : [])),
      steps: applicable,
      gaps: versionGapsOf(applicable, applied),
    };
  }
}

const isKnown = (row: FormerRow): row is FactRow => row.version !== null;

/** Leaves out versions that arrive after a newer version of the same catch. */
const ascending = (facts: readonly CatchFact[]): CatchFact[] => {
  const newest = new Map<string, number>();
  return facts.filter(({ catchId, version }) => {
    if (version <= (newest.get(catchId) ?? 0)) return false;
    newest.set(catchId, version);
    return true;
  });
};

const columns = (facts: readonly CatchFact[]): unknown[] => [
  textArray(facts.map((fact) => fact.catchId)),
  int4Array(facts.map((fact) => fact.version)),
  textArray(facts.map((fact) => fact.anglerId)),
  textArray(facts.map((fact) => fact.speciesId)),
  arrayLiteral(facts.map((fact) => fact.weightLbs)),
  arrayLiteral(facts.map((fact) => fact.lengthIn)),
  arrayLiteral(facts.map((fact) => fact.depthFt)),
  textArray(facts.map((fact) => fact.region)),
  arrayLiteral(facts.map((fact) => fact.verificationTier)),
  timestamptzArray(facts.map((fact) => fact.caughtAt.getTime())),
  arrayLiteral(facts.map((fact) => String(fact.deleted))),
];

const UPSERT = `
  INSERT INTO catch_facts AS fact
    (catch_id, version, measured_version, angler_id, species_id, weight_lbs, length_in, depth_ft, region,
    verification_tier, caught_at, deleted)
  SELECT catch_id, version, version, angler_id, species_id, weight_lbs, length_in, depth_ft, region, tier, caught_at,
    deleted
  FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[], $8::text[],
    $9::verification_tier[], $10::timestamptz[], $11::bool[]) AS added (catch_id, version, angler_id, species_id,
    weight_lbs, length_in, depth_ft, region, tier, caught_at, deleted)
  ORDER BY 1
  ON CONFLICT (catch_id) DO UPDATE SET
    version = excluded.version, measured_version = excluded.version, angler_id = excluded.angler_id,
    species_id = excluded.species_id, weight_lbs = excluded.weight_lbs, length_in = excluded.length_in,
    depth_ft = excluded.depth_ft, region = excluded.region, verification_tier = excluded.verification_tier,
    caught_at = excluded.caught_at, deleted = excluded.deleted, is_indexed_by_value = false
  WHERE fact.version < excluded.version
    OR (fact.version = excluded.version AND fact.measured_version < excluded.version)
  RETURNING new.catch_id, old.version, old.measured_version, old.angler_id, old.species_id,
    old.weight_lbs::float8 AS weight_lbs, old.length_in::float8 AS length_in, old.depth_ft::float8 AS depth_ft,
    old.region, old.verification_tier, old.caught_at, old.deleted`;
