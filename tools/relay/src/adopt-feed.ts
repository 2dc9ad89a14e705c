import { LOG_START } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';
import { endOf, isNeverGiven, LAST_ID, moveRows, newIds } from './adopted-ids.js';

/**
 * The same as `adoptLog` for the feed of the webhook service, which shows no event with a transaction id that the
 * server never gave. What was stored since the restore comes after what was restored.
 */
export const adoptFeed = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.query<{ position: string }>(FIRST_AHEAD);
  const [first] = rows;
  if (!first) throw new Error('Every event has a transaction id of this server: the feed needs no adoption.');
  const ids = await newIds(db);
  const table = 'webhook_events';
  const storedHere = { after: LOG_START, until: endOf(ids.former), beyondPosition: BigInt(first.position) };
  await moveRows(db, { table, ...storedHere, to: ids.later });
  await db.query(MOVE_REPLAYS, [ids.former, ids.later]);
  const restored = { after: endOf(ids.later), until: endOf(LAST_ID) };
  const moved = await moveRows(db, { table, ...restored, to: ids.former });
  return [`feed: adopted ${moved} events`];
};

const FIRST_AHEAD = `
SELECT position FROM webhook_events WHERE ${isNeverGiven('transaction_id')}
ORDER BY transaction_id, position LIMIT 1`;

/** A replay looks at the restored events again, and sends what its endpoint has not got. */
const MOVE_REPLAYS = `
UPDATE replays SET settled_from = least(settled_from, $2::bigint + 1),
  reached_position = CASE WHEN reached_transaction_id > $2 THEN 0 ELSE reached_position END,
  reached_transaction_id = CASE WHEN reached_transaction_id > $2 THEN $1::bigint ELSE reached_transaction_id END
WHERE finished_at IS NULL AND greatest(settled_from, reached_transaction_id) > $2`;
