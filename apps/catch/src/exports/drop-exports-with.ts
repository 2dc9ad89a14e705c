import type { Queryable } from '@cds/postgres';

/**
 * Takes an angler out of every export: finished ones that hold a catch of theirs expire now, those that run begin again
 * if they do, and else write the part in hand anew. In the caller's transaction: call it after the angler's own rows
 * are changed, so that what is read from then on has nothing of them. The files go within a minute.
 */
export const dropExportsWith = async (db: Queryable, anglerId: string): Promise<void> => {
  // First: from here on no part is finished that was read before, and one that is just being finished is waited for.
  await db.query("UPDATE exports SET lease = NULL, leased_until = NULL WHERE status = 'running'");
  await db.query(EXPIRE, [anglerId]);
  await db.query(BEGIN_AGAIN, [anglerId]);
};

const EXPIRE = `UPDATE exports SET expires_at = now()
WHERE id IN (SELECT export_id FROM export_anglers
  WHERE angler_id = $1) AND status = 'completed' AND expires_at > now()`;

const BEGIN_AGAIN = `UPDATE exports SET last_id = '', walked = 0, rows = 0, part_names = '{}', part_bytes = '{}'
WHERE id IN (SELECT export_id FROM export_anglers WHERE angler_id = $1) AND status = 'running'`;
