import type { VerificationTier } from '@cds/contracts';
import type { VersionGap } from '@cds/messaging';
import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchFact, RecordKey } from './catch-fact.js';
import type { CatchHistory } from './record-moves.decision.js';

export interface RecordedCatches extends CatchHistory {
  /** The versions that are missing. */
  readonly gaps: readonly VersionGap[];
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
    if (newest.length === 0) return { before: [], steps: [], gaps: [] };
    const { rows } = await db.query<FormerRow>({ name: 'record-catches', text: UPSERT, values: columnsOf(newest) });
    const applied = new Map(rows.map((row) => [row.catch_id, row.version ?? 0]));
    const applicable = steps.filter((fact) => fact.version > (applied.get(fact.catchId) ?? Infinity));
    return {
      before: rows.flatMap((row) => (row.version === null ? [] : [toFact(row, row.version)])),
      steps: applicable,
      gaps: gapsOf(applicable, applied),
    };
  }

  /** The best catch for each of these records, but for `without`; each is one look into an index. */
  async best(db: Queryable, keys: readonly RecordKey[], without: readonly string[]): Promise<BestCatch[]> {
    const { rows } = await db.query<FactRow & { key_region: string | null }>(BEST, [
      keys.map(({ speciesId }) => speciesId),
      keys.map(({ region }) => region),
      without,
    ]);
    return rows.map((row) => ({
      key: { speciesId: row.species_id, region: row.key_region },
      fact: toFact(row, row.version),
    }));
  }
}

export interface BestCatch {
  readonly key: RecordKey;
  readonly fact: CatchFact;
}

interface FormerRow {
  catch_id: string;
  version: number | null;
  species_id: string;
  angler_id: string;
  weight_lbs: number;
  region: string | null;
  country: string | null;
  verification_tier: VerificationTier;
  caught_at: Date;
  deleted: boolean;
}

interface FactRow extends FormerRow {
  version: number;
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

/** The versions that are missing before or between `steps`, which ascend per catch. */
const gapsOf = (steps: readonly CatchFact[], applied: ReadonlyMap<string, number>): VersionGap[] => {
  const last = new Map(applied);
  return steps.flatMap(({ catchId, version }) => {
    const from = last.get(catchId) ?? 0;
    last.set(catchId, version);
    return version > from + 1 ? [{ subject: catchId, from, to: version }] : [];
  });
};

const columnsOf = (facts: readonly CatchFact[]): unknown[] => [
  facts.map((fact) => fact.catchId),
  facts.map((fact) => fact.version),
  facts.map((fact) => fact.speciesId),
  facts.map((fact) => fact.anglerId),
  facts.map((fact) => fact.weightLbs),
  facts.map((fact) => fact.region),
  facts.map((fact) => fact.country),
  facts.map((fact) => fact.verificationTier),
  facts.map((fact) => fact.caughtAt.toISOString()),
  facts.map((fact) => fact.deleted),
];

const toFact = (row: FormerRow, version: number): CatchFact => ({
  catchId: row.catch_id,
  version,
  speciesId: row.species_id,
  anglerId: row.angler_id,
  weightLbs: row.weight_lbs,
  region: row.region,
  country: row.country,
  verificationTier: row.verification_tier,
  caughtAt: row.caught_at,
  deleted: row.deleted,
});

const UPSERT = `
  INSERT INTO catch_facts AS fact
    (catch_id, version, species_id, angler_id, weight_lbs, region, country, verification_tier, caught_at, deleted)
  SELECT new.catch_id, new.version, new.species_id, new.angler_id, new.weight_lbs, new.region, new.country,
    new.verification_tier, new.caught_at, new.deleted
  FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::float8[], $6::text[], $7::text[],
    $8::verification_tier[], $9::timestamptz[], $10::bool[]) AS new (catch_id, version, species_id, angler_id,
    weight_lbs, region, country, verification_tier, caught_at, deleted)
  ORDER BY new.catch_id
  ON CONFLICT (catch_id) DO UPDATE SET
    version = excluded.version, species_id = excluded.species_id, angler_id = excluded.angler_id,
    weight_lbs = excluded.weight_lbs, region = excluded.region, country = excluded.country,
    verification_tier = excluded.verification_tier, caught_at = excluded.caught_at, deleted = excluded.deleted
  WHERE fact.version < excluded.version
  RETURNING new.catch_id, old.version, old.species_id, old.angler_id, old.weight_lbs, old.region, old.country,
    old.verification_tier, old.caught_at, old.deleted`;

const COLUMNS = `fact.catch_id, fact.version, fact.species_id, fact.angler_id, fact.weight_lbs, fact.region,
  fact.country, fact.verification_tier, fact.caught_at, fact.deleted`;
const IN_ORDER = 'ORDER BY fact.weight_lbs DESC, fact.caught_at, fact.catch_id LIMIT 1';
const ELIGIBLE = `NOT fact.deleted AND fact.verification_tier >= 'witnessed'::verification_tier
    AND fact.catch_id <> ALL($3::text[])`;

const BEST = `
  SELECT wanted.region AS key_region, best.catch_id, best.version, best.species_id, best.angler_id, best.weight_lbs,
    best.region, best.country, best.verification_tier, best.caught_at, best.deleted
  FROM unnest($1::text[], $2::text[]) AS wanted (species_id, region)
  CROSS JOIN LATERAL (
    (SELECT ${COLUMNS} FROM catch_facts AS fact
      WHERE fact.species_id = wanted.species_id AND wanted.region IS NULL AND ${ELIGIBLE} ${IN_ORDER})
    UNION ALL
    (SELECT ${COLUMNS} FROM catch_facts AS fact
      WHERE fact.species_id = wanted.species_id AND fact.region = wanted.region AND ${ELIGIBLE} ${IN_ORDER})
  ) AS best`;
