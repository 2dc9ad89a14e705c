import type { Queryable } from '@cds/postgres';
import { PRIORITIES } from './event-priority.js';

/** Events that somebody may append with live priority, or leave to the bulk events. */
export interface LiveBatch {
  readonly events: number;
  /** When they occur. */
  readonly at: Date;
  /** How many live events the log should get a second, these included. */
  readonly perSecond: number;
}

/** So many live events may come at once after a rest. Each look reads as many of the newest ones, in milliseconds. */
export const LIVE_BURST = 4_000;

/**
 * Whether the log, with these events and all live ones that were written lately, still gets no more than `LIVE_BURST`
 * live events in the time in which `perSecond` allows as many. The log itself is the count, so it holds for all
 * processes that append; events of transactions that are not committed yet are not counted.
 */
export const hasLiveRoom = async (db: Queryable, { events, at, perSecond }: LiveBatch): Promise<boolean> => {
  if (events > LIVE_BURST) return false;
  const since = new Date(at.getTime() - (LIVE_BURST / perSecond) * 1_000);
  const { rows } = await db.query<{ is_full: boolean }>(IS_FULL, [LIVE_BURST - events, since]);
  return rows[0]?.is_full === false;
};

const IS_FULL = `SELECT EXISTS (SELECT FROM (
  SELECT occurred_at FROM events WHERE lane = ${PRIORITIES.live}
  ORDER BY transaction_id DESC, position DESC OFFSET $1 LIMIT 1
) AS earlier WHERE occurred_at > $2) AS is_full`;
