import type { Queryable } from '@cds/postgres';
import { Injectable } from '@nestjs/common';
import type { CatchPhotos } from './catch-photos.js';

/** Keeps the photos that may be promoted, and has those that are looked at when their catch changes. */
@Injectable()
export class CatchPhotosStore {
  /**
   * Brings the photos up to date with these versions of catches; call it once the catches themselves are stored.
   * Returns whether promoted photos are to be looked at.
   */
  async record(tx: Queryable, versions: readonly CatchPhotos[], erasedAnglerIds: readonly string[]): Promise<boolean> {
    const newest = [...new Map(ascending(versions).map((one) => [one.catchId, one])).values()];
    const shown = newest.filter(({ photos }) => photos.length > 0);
    const others = newest.filter(({ photos, version }) => photos.length === 0 && version > 1);
    const kept = shown.length === 0 ? 0 : (await tx.query(KEEP, [JSON.stringify(shown)])).rowCount;
    const gone = others.length === 0 ? 0 : (await tx.query(DROP, columnsOf(others))).rowCount;
    const changed = kept || gone ? await enqueue(tx, CHECK, [newest.map(({ catchId }) => catchId)]) : 0;
    const erased = erasedAnglerIds.length > 0 ? await erase(tx, erasedAnglerIds) : 0;
    return changed + erased > 0;
  }
}

/** Answers that are kept of promotions name the angler. They are emptied here, as no worker looks for them. */
const erase = async (tx: Queryable, anglerIds: readonly string[]): Promise<number> => {
  await tx.query(ERASE_KEPT, [anglerIds]);
  return enqueue(tx, CHECK_ERASED, [anglerIds]);
};

const ascending = (versions: readonly CatchPhotos[]): CatchPhotos[] =>
  [...versions].sort((one, other) => one.version - other.version);

const columnsOf = (versions: readonly CatchPhotos[]): unknown[] => [
  versions.map(({ catchId }) => catchId),
  versions.map(({ version }) => version),
];

const enqueue = async (tx: Queryable, text: string, values: unknown[]): Promise<number> =>
  (await tx.query(text, values)).rowCount ?? 0;

// A version that comes late may not bring back what a newer one took away: the catch itself has the newest version.
const KEEP = `
  INSERT INTO catch_photos AS known (catch_id, version, species_id, angler_id, account_id, photos)
  SELECT new."catchId", new.version, new."speciesId", new."anglerId", new."accountId", new.photos
  FROM jsonb_to_recordset($1::jsonb) AS new ("catchId" text, version int, "speciesId" text, "anglerId" text,
    "accountId" text, photos jsonb)
  JOIN catch_facts AS fact ON fact.catch_id = new."catchId" AND fact.version <= new.version
  ORDER BY new."catchId"
  ON CONFLICT (catch_id) DO UPDATE SET version = excluded.version, species_id = excluded.species_id,
    angler_id = excluded.angler_id, account_id = excluded.account_id, photos = excluded.photos
  WHERE known.version < excluded.version`;

const DROP = `
  DELETE FROM catch_photos WHERE catch_id IN (
    SELECT known.catch_id FROM catch_photos AS known
    JOIN unnest($1::text[], $2::int[]) AS new (catch_id, version) ON new.catch_id = known.catch_id
    WHERE known.version < new.version ORDER BY known.catch_id FOR UPDATE OF known)`;

// A statement of its own: whoever promotes a photo holds the row of its catch, and is seen by the next statement alone.
const AGAIN = 'ON CONFLICT (photo_id) DO UPDATE SET due_at = now(), lease = NULL, attempts = 0, stalls = 0';

const CHECK = `
  INSERT INTO photo_checks (photo_id) SELECT photo_id FROM promoted_photos WHERE catch_id = ANY($1) ORDER BY photo_id
  ${AGAIN}`;

const CHECK_ERASED = `
  INSERT INTO photo_checks (photo_id, is_erased)
  SELECT photo_id, true FROM promoted_photos WHERE angler_id = ANY($1) ORDER BY photo_id
  ${AGAIN}, is_erased = true`;

// The rows stay: without them a repeated request would promote again.
const ERASE_KEPT = `
  UPDATE idempotency_keys SET answer = '{"status": 410, "headers": {}, "body": null}', subject_id = NULL
  WHERE subject_id = ANY($1)`;
