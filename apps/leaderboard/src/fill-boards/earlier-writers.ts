import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@cds/postgres';

const LOOK_EVERY_MS = 20;

/**
 * Waits until every transaction has ended that had written something before this call. Returns false when `isOver`
 * became true first. Only ids of transactions that are in flight together are compared, so nothing here is to be
 * stored.
 */
export const earlierWritersEnded = async (db: Queryable, isOver: () => boolean): Promise<boolean> => {
  const { rows } = await db.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  for (;;) {
    const { rowCount } = await db.query(
      'SELECT WHERE pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8',
      rows.map(({ id }) => id),
    );
    if (rowCount === 1) return true;
    if (isOver()) return false;
    await sleep(LOOK_EVERY_MS);
  }
};
