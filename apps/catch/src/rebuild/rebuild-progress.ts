import type { LogPosition } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';

/** How far into the log the shadows reach: every event up to there is in them. */
export const readReached = async (db: Queryable): Promise<LogPosition> => {
  const { rows } = await db.query<{ transaction_id: string; position: string }>(
    'SELECT transaction_id::text, position::text FROM rebuild.progress',
  );
  const [row] = rows;
  if (!row) throw new Error('the rebuild has no progress');
  return { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) };
};

export const saveReached = async (db: Queryable, { transactionId, position }: LogPosition): Promise<void> => {
  await db.query('UPDATE rebuild.progress SET transaction_id = $1, position = $2', [transactionId, position]);
};

/** Whether an event is later in the log than $1 and $2, in the order of its index. */
export const IS_LATER = 'lane IN (0, 1) AND (transaction_id, position) > ($1::bigint, $2::bigint)';
