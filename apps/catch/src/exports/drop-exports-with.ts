import type { Queryable } from '@cds/postgres';

/**
 * Takes an angler out of every export that says something of them: a finished one expires now, and one that runs writes
 * those parts again before it ends. In the caller's transaction, which holds the angler's row: a part that is being
 * written finds the erasure when it is added. The files of a finished export are removed within a minute.
 */
export const dropExportsWith = async (db: Queryable, anglerId: string): Promise<void> => {
  await db.query(LOCK, [anglerId]);
  await db.query(EXPIRE, [anglerId]);
  await db.query(MARK_STALE, [anglerId]);
};

const HELD = 'id IN (SELECT export_id FROM export_anglers WHERE angler_id = $1)';

/**
 * The statements that follow see what an export became while this one waited: one that has just ended expires, and of
 * one that runs every part is visible.
 */
const LOCK = `
SELECT FROM exports WHERE ${HELD} AND (status = 'running' OR status = 'completed' AND expires_at > now())
ORDER BY id FOR NO KEY UPDATE`;

const EXPIRE = `UPDATE exports SET expires_at = now() WHERE ${HELD} AND status = 'completed' AND expires_at > now()`;

/** A copy of the previous release does not say which catches a part of its own has: it may be any. */
const MARK_STALE = `
UPDATE exports AS job SET stale_parts = stale_parts || ARRAY(
  SELECT part.name FROM unnest(job.part_names) WITH ORDINALITY AS part(name, number)
  WHERE part.name <> ALL(job.stale_parts) AND (part.number - 1 = ANY(held.parts) OR NOT EXISTS (
    SELECT FROM export_parts WHERE export_id = job.id AND name = part.name)))
FROM export_anglers AS held WHERE held.angler_id = $1 AND held.export_id = job.id AND job.status = 'running'`;
