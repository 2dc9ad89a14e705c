import type { VerificationTier } from '@cds/contracts';
import type { Queryable } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { type CatchFact, isEligible, keysOf, keyText, type RecordKey } from './catch-fact.js';
import type { RecordMove } from './record-moves.decision.js';

/** The records of this service, those of today and those that were broken. */
@Injectable()
export class ServiceRecords {
  /** Who holds each of these records. */
  async holders(db: Queryable, keys: readonly RecordKey[]): Promise<ReadonlyMap<string, CatchFact>> {
    const { rows } = await db.query<HolderRow>(HOLDERS, [
      keys.map(({ speciesId }) => speciesId),
      keys.map(({ region }) => region),
    ]);
    return new Map(rows.map((row) => [keyText({ speciesId: row.speciesId, region: row.keyRegion }), toFact(row)]));
  }

  /**
   * Writes down who holds the records after these moves. A holder that was beaten stays as a former one; one that was
   * withdrawn leaves no trace. `newest` are the changed catches as they are now: what they held before and may not hold
   * any more goes, current or former.
   */
  async save(db: Queryable, moves: readonly RecordMove[], newest: readonly CatchFact[], at: Date): Promise<void> {
    await db.query(WITHDRAW, [newest.map(({ catchId }) => catchId), JSON.stringify(newest.flatMap(rowsOf))]);
    if (moves.length === 0) return;
    const last = new Map(moves.map((move) => [keyText(move.key), move]));
    const current = [...last.values()].flatMap(({ key, record }) => (record ? [rowOf(key, record)] : []));
    await db.query(END, [
      [...last.values()].map(({ key }) => key.speciesId),
      [...last.values()].map(({ key }) => key.region),
      at,
    ]);
    const held = moves.flatMap(({ key, record }) => (record ? [rowOf(key, record)] : []));
    const former = held.filter((row) => isStillValid(row, newest) && !current.some((one) => isSameHold(one, row)));
    await db.query(HOLD, [JSON.stringify(distinct(former)), false, at]);
    await db.query(HOLD, [JSON.stringify(current), true, at]);
  }
}

interface HolderRow {
  speciesId: string;
  keyRegion: string | null;
  catchId: string;
  anglerId: string;
  weightLbs: number;
  caughtRegion: string | null;
  country: string | null;
  verificationTier: VerificationTier;
  caughtAt: Date;
}

const toFact = ({ keyRegion: _keyRegion, caughtRegion, ...row }: HolderRow): CatchFact => ({
  ...row,
  region: caughtRegion,
  version: 0,
  deleted: false,
});

const rowOf = ({ speciesId, region }: RecordKey, fact: CatchFact) => ({
  id: newId('speciesRecord'),
  speciesId,
  region,
  weightLbs: fact.weightLbs,
  date: fact.caughtAt.toISOString().slice(0, 10),
  catchId: fact.catchId,
  anglerId: fact.anglerId,
  caughtRegion: fact.region,
  country: fact.country,
  caughtAt: fact.caughtAt.toISOString(),
  verificationTier: fact.verificationTier,
});

/** What a catch may hold as it is now. */
const rowsOf = (fact: CatchFact) => (isEligible(fact) ? keysOf(fact).map((key) => rowOf(key, fact)) : []);

type HoldRow = ReturnType<typeof rowOf>;

const isSameHold = (one: HoldRow, other: HoldRow): boolean =>
  one.catchId === other.catchId && keyText(one) === keyText(other);

/** Whether a catch that held a record is still what it was then. */
const isStillValid = (row: HoldRow, newest: readonly CatchFact[]): boolean => {
  const fact = newest.find(({ catchId }) => catchId === row.catchId);
  return fact === undefined || rowsOf(fact).some((one) => isSameHold(one, row) && one.weightLbs === row.weightLbs);
};

/** The last row of each catch and record. */
const distinct = (rows: readonly HoldRow[]) => [
  ...new Map(rows.map((row) => [`${keyText(row)}/${row.catchId}`, row])).values(),
];

const COLUMNS = `record.id, record.species_id AS "speciesId", record.catch_id AS "catchId",
      record.angler_id AS "anglerId", record.weight_lbs AS "weightLbs", record.caught_region AS "caughtRegion",
      record.country, record.verification_tier AS "verificationTier", record.caught_at AS "caughtAt"`;
const CURRENT = `FROM species_records AS record
      WHERE record.kind = 'service' AND record.is_current AND record.species_id = wanted.species_id`;

/** Each record by index. */
const WANTED = `
  FROM unnest($1::text[], $2::text[]) AS wanted (species_id, region)
  CROSS JOIN LATERAL (
    SELECT ${COLUMNS} ${CURRENT} AND record.region = wanted.region
    UNION ALL
    SELECT ${COLUMNS} ${CURRENT} AND record.region IS NULL AND wanted.region IS NULL
  ) AS held`;

const HOLDERS = `
  SELECT wanted.region AS "keyRegion", held."speciesId", held."catchId", held."anglerId", held."weightLbs",
    held."caughtRegion", held.country, held."verificationTier", held."caughtAt" ${WANTED}`;

const NEW_ROWS = `jsonb_to_recordset($LIST::jsonb) AS new (id text, "speciesId" text, region text, "weightLbs" float8,
    date text, "catchId" text, "anglerId" text, "caughtRegion" text, country text, "caughtAt" timestamptz,
    "verificationTier" verification_tier)`;
const rowsIn = (parameter: number): string => NEW_ROWS.replace('$LIST', `$${parameter}`);

const WITHDRAW = `
  DELETE FROM species_records AS record
  WHERE record.kind = 'service' AND record.catch_id = ANY($1::text[]) AND NOT EXISTS (
    SELECT FROM ${rowsIn(2)}
    WHERE new."catchId" = record.catch_id AND new."speciesId" = record.species_id
      AND new.region IS NOT DISTINCT FROM record.region AND new."weightLbs" = record.weight_lbs
      AND new."caughtAt" = record.caught_at)`;

const END = `
  UPDATE species_records SET is_current = false, ended_at = $3 WHERE id IN (SELECT held.id ${WANTED})`;

// A catch holds a record once: when it holds it again, its row is current again.
const HOLD = `
  INSERT INTO species_records AS record (id, species_id, kind, is_current, region, weight_lbs, date, catch_id,
    angler_id, caught_region, country, caught_at, verification_tier, ended_at)
  SELECT new.id, new."speciesId", 'service', $2::bool, new.region, new."weightLbs", new.date, new."catchId",
  new."anglerId",
    new."caughtRegion", new.country, new."caughtAt", new."verificationTier", CASE WHEN $2::bool THEN NULL ELSE
    $3::timestamptz END
  FROM ${rowsIn(1)}
  ORDER BY new."speciesId", new.region, new."catchId"
  ON CONFLICT (species_id, region, catch_id) WHERE kind = 'service' DO UPDATE SET is_current = excluded.is_current,
    weight_lbs = excluded.weight_lbs, date = excluded.date, angler_id = excluded.angler_id,
    caught_region = excluded.caught_region, country = excluded.country, caught_at = excluded.caught_at,
    verification_tier = excluded.verification_tier,
    ended_at = CASE WHEN excluded.is_current THEN NULL ELSE coalesce(record.ended_at, excluded.ended_at) END`;
