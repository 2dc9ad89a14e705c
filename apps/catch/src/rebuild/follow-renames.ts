import type { LogPosition } from '@cds/event-store';
import { inBatches } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { IS_LATER } from './rebuild-progress.js';

/** Anglers that one statement looks at, and tasks that one changes. */
const BATCH = 1_000;
/** Longer than all attempts of the swap take: a task that is done before it moves rows that nobody reads any more. */
const AFTER_SECONDS = 1_800;

/**
 * The log does not know when a new name moved its catches: after the swap they move once more. Adds the tasks for that
 * before it, since anglers who were ever renamed may be very many and the swap keeps everybody waiting. Tasks at work
 * begin anew. They are due when `releaseTouches` says so, or in half an hour if the rebuild dies. No account asked for
 * the tasks that are added: all of them together take turns as one account does, so that nobody's own wait for them.
 */
export const requestTouches = async (db: Queryable): Promise<void> => {
  for (let after: string | null = ''; after !== null;) {
    const { rows }: { rows: { last: string | null }[] } = await db.query(REQUEST, [after, BATCH, AFTER_SECONDS]);
    after = rows[0]?.last ?? null;
  }
};

/** The same in the swap: for species, which are few, and for anglers who were renamed after a position of the log. */
export const requestLateTouches = async (tx: Queryable, { transactionId, position }: LogPosition): Promise<void> => {
  await tx.query(REQUEST_LATE, [transactionId, position]);
  await tx.query(REQUEST_SPECIES);
};

/** The swap is over: what was requested before it is due. */
export const releaseTouches = async (db: Queryable): Promise<void> => {
  await inBatches(BATCH, () => db.query(RELEASE, [BATCH]));
};

/** An erasure stays what it is. */
const BEGIN_ANEW = `
ON CONFLICT (angler_id) DO UPDATE SET requested_at = excluded.requested_at, due_at = excluded.due_at, lease = NULL,
  attempts = 0, stalls = 0, touched_to = NULL
  WHERE angler_tasks.kind = 'rename'`;

const REQUEST = `
WITH batch AS (SELECT id, version, erased_at FROM anglers WHERE id > $1 ORDER BY id LIMIT $2),
requested AS (
  INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at)
  SELECT id, 'rename', now(), now() + make_interval(secs => $3) FROM batch
  WHERE version > 0 AND erased_at IS NULL ORDER BY id
  ${BEGIN_ANEW}
)
SELECT max(id) AS last FROM batch`;

const REQUEST_LATE = `
INSERT INTO angler_tasks (angler_id, kind, requested_at, due_at)
SELECT id, 'rename', now(), now() FROM anglers WHERE erased_at IS NULL AND id IN (
  SELECT stream_id FROM events
  WHERE ${IS_LATER} AND type = 'AnglerRenamed')
ORDER BY id
${BEGIN_ANEW}`;

const REQUEST_SPECIES = `
UPDATE species_names SET renamed_at = now(), touch_due_at = now(), touched_to = NULL, touch_lease = NULL
  WHERE renamed_at IS NOT NULL`;

/** No other task that did not fail is due so late: a new name waits for a minute at most. The latest come first. */
const RELEASE = `
UPDATE angler_tasks SET due_at = now() WHERE angler_id IN (
  SELECT angler_id FROM angler_tasks WHERE kind = 'rename' AND lease IS NULL AND attempts = 0
    AND due_at > now() + interval '90 seconds'
  ORDER BY due_at DESC LIMIT $1 FOR UPDATE SKIP LOCKED)`;
