import type { Queryable } from '@cds/postgres';

/** Locks the creation of boards for this account until the transaction ends. */
export const lockBoardsOf = async (db: Queryable, accountId: string): Promise<void> => {
  await db.query(LOCK, [accountId]);
};

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('boards:' || $1::text, 0))`;
