import type { Queryable } from '@cds/postgres';

/**
 * Takes an angler out of every export that holds a catch of theirs: a finished one expires now, and one that runs
 * begins again. In the caller's transaction, which holds the angler's row: a part that is being written finds the
 * erasure when it is finished. The files are removed within a minute.
 */
export const dropExportsWith = async (db: Queryable, anglerId: string): Promise<void> => {
  await db.query(EXPIRE, [anglerId]);
  await db.query(BEGIN_AGAIN, [anglerId]);
};

const EXPIRE = `UPDATE exports SET expires_at = now()
WHERE id IN (SELECT export_id FROM export_anglers
  WHERE angler_id = $1) AND status = 'completed' AND expires_at > now()`;

/** Without its lease the worker that has it writes no more. */
const BEGIN_AGAIN = `UPDATE exports
SET lease = NULL, leased_until = NULL, last_id = '', walked = 0, rows = 0, part_names = '{}', part_bytes = '{}'
WHERE id IN (SELECT export_id FROM export_anglers WHERE angler_id = $1) AND status = 'running'`;
