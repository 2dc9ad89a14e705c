import type { LogPosition } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';
import { evidenceRow } from '../catches/write/save-catch.js';
import { IS_LATER } from './rebuild-progress.js';

/** Verifications, or anglers, that one statement looks at. */
const BATCH = 1_000;

/**
 * An erasure adds no event to the stream of a deleted catch, it empties the events there are. Goes through the
 * verifications of all deleted catches in the shadows, notes of whom each says something, and yields the catches that
 * have been emptied since they were written. After this `lateErasures` finds what is emptied later, and looks only at
 * catches of the anglers concerned: the swap has no time for all.
 */
export const earlierErasures = async function* (db: Queryable): AsyncGenerator<readonly string[]> {
  await db.query(CREATE_NOTES);
  // An erasure that is finished empties nothing any more.
  for await (const _batch of batches(db, NOTE_UNFINISHED));
  yield* batches(db, NOTE_AND_FIND);
  await db.query('ANALYZE rebuild.said_of');
};

/** The same for catches that have been written to the shadows again. */
export const noteSaidOf = async (db: Queryable, ids: readonly string[]): Promise<void> => {
  await db.query(noteSql(`SELECT ${COLUMNS} FROM rebuild.verifications WHERE catch_id = ANY($1)`), [ids]);
};

/** The deleted catches that were emptied since `earlierErasures`, of anglers erased after `reached` or not yet then. */
export const lateErasures = async (db: Queryable, { transactionId, position }: LogPosition): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(LATE, [transactionId, position]);
  return rows.map(({ id }) => id);
};

/** What a batch has found, and where it ended; null when there is nothing more. */
interface Found {
  readonly last: string | null;
  readonly ids: string[] | null;
}

const batches = async function* (db: Queryable, sql: string): AsyncGenerator<readonly string[]> {
  for (let found = await batch(db, sql, ''); found?.last; found = await batch(db, sql, found.last))
    if (found.ids) yield found.ids;
};

const batch = async (db: Queryable, sql: string, after: string): Promise<Found | undefined> =>
  (await db.query<Found>(sql, [after, BATCH])).rows[0];

const NO_EVIDENCE = JSON.stringify(evidenceRow({ photos: [], witness: null, certificateNumber: null }));

const COLUMNS = 'id, catch_id, status, evidence, reason';

const SAYS_SOMETHING = `(kept.evidence <> '${NO_EVIDENCE}'::jsonb OR kept.reason IS NOT NULL)`;

/** Written anew it says nothing of what its emptied events said, so none is found twice. */
const IS_EMPTIED = `EXISTS (SELECT FROM events
  WHERE stream_id = kept.catch_id AND person_id IS NOT NULL AND personal IS NULL AND data->>'verificationId' = kept.id
    AND ((type = 'VerificationRequested' AND kept.evidence <> '${NO_EVIDENCE}'::jsonb)
      OR (type = 'Verification' || initcap(kept.status) AND kept.reason IS NOT NULL)))`;

const CREATE_NOTES = `
DROP TABLE IF EXISTS rebuild.said_of, rebuild.unfinished_erasures;
CREATE TABLE rebuild.said_of (person_id text, catch_id text, PRIMARY KEY (person_id, catch_id));
CREATE TABLE rebuild.unfinished_erasures (angler_id text PRIMARY KEY)`;

const NOTE_UNFINISHED = `
WITH batch AS (SELECT id FROM anglers
  WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL AND id > $1 ORDER BY id LIMIT $2),
noted AS (INSERT INTO rebuild.unfinished_erasures (angler_id) SELECT id FROM batch)
SELECT max(id) AS last, NULL AS ids FROM batch`;

const noteSql = (verifications: string): string => `
INSERT INTO rebuild.said_of (person_id, catch_id)
SELECT DISTINCT person_id, stream_id
FROM (${verifications}) AS kept JOIN rebuild.catch_tombstones deleted ON deleted.id = kept.catch_id
  JOIN events ON stream_id = kept.catch_id AND data->>'verificationId' = kept.id
WHERE ${SAYS_SOMETHING} AND person_id IS NOT NULL
ON CONFLICT DO NOTHING`;

const NOTE_AND_FIND = `
WITH batch AS MATERIALIZED (SELECT ${COLUMNS} FROM rebuild.verifications WHERE id > $1 ORDER BY id LIMIT $2),
noted AS (${noteSql(`SELECT ${COLUMNS} FROM batch`)})
SELECT max(id) AS last, (
  SELECT array_agg(DISTINCT catch_id ORDER BY catch_id)
  FROM batch AS kept JOIN rebuild.catch_tombstones deleted ON deleted.id = kept.catch_id
  WHERE ${SAYS_SOMETHING} AND ${IS_EMPTIED}) AS ids
FROM batch`;

const LATE = `
SELECT DISTINCT kept.catch_id AS id
FROM (SELECT angler_id FROM rebuild.unfinished_erasures UNION SELECT stream_id FROM events
  WHERE ${IS_LATER} AND type = 'AnglerErased') AS erased
JOIN rebuild.said_of ON said_of.person_id = erased.angler_id
JOIN rebuild.verifications kept ON kept.catch_id = said_of.catch_id
JOIN rebuild.catch_tombstones deleted ON deleted.id = kept.catch_id
WHERE ${SAYS_SOMETHING} AND ${IS_EMPTIED}
ORDER BY id`;
