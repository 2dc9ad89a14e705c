import { setTimeout as sleep } from 'node:timers/promises';
import { channelOf, LOG_START, type LogPosition, PRIORITIES } from '@cds/event-store';
import type { Queryable } from '@cds/postgres';
import { type AdoptedIds, endOf, hasPriority, isNeverGiven, LAST_ID, moveRows, newIds } from './adopted-ids.js';

/** A relay that refuses the log holds its lock for a moment each time it looks. */
const [LOCK_ATTEMPTS, LOCK_PAUSE_MS] = [20, 100];

/**
 * Gives the events of a log that was restored from another cluster transaction ids of this server, so that its relay
 * publishes what was not published. Fails for a log that this server can go on with.
 *
 * Wherever it is killed, the next run goes on, and until the end the relay refuses the log: some ids are still those of
 * the other cluster. The service must not write meanwhile.
 */
export const adoptLog = async (db: Queryable): Promise<string[]> => {
  const relay = await relayOf(db);
  if (relay !== undefined) await takeLock(db, relay);
  const { rows } = await db.query<{ ahead: boolean | null }>(IS_AHEAD);
  if (!rows[0]?.ahead) throw new Error('Every event has a transaction id of this server: the log needs no adoption.');
  const lines = await restartReaders(db);
  const ids = await newIds(db);
  for (const [name, priority] of Object.entries(PRIORITIES)) {
    const { former, later } = await adoptPriority(db, priority, ids);
    lines.push(`${name}: adopted ${former} events that were published and ${later} that wait`);
  }
  return lines;
};

/** All checkpoints are moved at once: one that no relay needs any more would make the others send much again. */
const relayOf = async (db: Queryable): Promise<string | undefined> => {
  const { rows } = await db.query<{ name: string }>('SELECT DISTINCT name FROM relay_checkpoints ORDER BY name');
  if (rows.length > 1)
    throw new Error(`There are several relays, ${rows.map(({ name }) => name).join(', ')}: forget all but one.`);
  return rows[0]?.name;
};

/** The lock that a relay leads by, for the rest of the session. */
const takeLock = async (db: Queryable, name: string): Promise<void> => {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
    const { rows } = await db.query<{ taken: boolean }>(LOCK, [channelOf(name)]);
    if (rows[0]?.taken) return;
    await sleep(LOCK_PAUSE_MS);
  }
  throw new Error(`The relay ${name} is running.`);
};

/**
 * Who reads the log besides the relay has noted places in the former order. What was stopped in the middle begins anew,
 * before that order changes.
 */
const restartReaders = async (db: Queryable): Promise<string[]> => {
  const republishing = await db.query<{ consumer: string }>(FORGET_RUNS);
  const lines = republishing.rows.map(({ consumer }) => `the unfinished republish run for ${consumer} is forgotten`);
  const { rows } = await db.query<{ found: boolean }>("SELECT to_regclass('rebuild.progress') IS NOT NULL AS found");
  if (!rows[0]?.found) return lines;
  await db.query('UPDATE rebuild.progress SET transaction_id = 0, position = 0');
  return [...lines, 'the unfinished rebuild begins anew'];
};

/**
 * A position tells what this server has appended since the restore: the sequence goes on behind all restored events,
 * while the transaction id is too low, or that of the stream's previous event. Among them are the few events that were
 * appended at the same moment as the last one that was published, which are sent again.
 */
const adoptPriority = async (
  db: Queryable,
  priority: number,
  ids: AdoptedIds,
): Promise<{ former: number; later: number }> => {
  const at = await checkpointOf(db, priority);
  const rows = { table: 'events', priority } as const;
  const isForeign = at.transactionId > ids.later;
  const until = isForeign ? at : endOf(ids.former);
  // Behind the checkpoint, where they wait.
  const to = isForeign ? at.transactionId + 1n : ids.later;
  const appendedHere = await moveRows(db, { ...rows, after: LOG_START, until, beyondPosition: at.position, to });
  const former = await moveRows(db, { ...rows, after: endOf(ids.later), until, to: ids.former });
  await db.query(MOVE_CHECKPOINT, [priority, ids.former]);
  const rest = { after: endOf(ids.later), until: endOf(LAST_ID), to: ids.later };
  const later = await moveRows(db, { ...rows, ...rest });
  return { former, later: isForeign ? later : later + appendedHere };
};

const checkpointOf = async (db: Queryable, priority: number): Promise<LogPosition> => {
  const { rows } = await db.query<{ transaction_id: string; position: string }>(CHECKPOINT, [priority]);
  const [row] = rows;
  return row ? { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) } : LOG_START;
};

const LOCK = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken';

const NEWEST = `greatest((SELECT max(transaction_id) FROM relay_checkpoints), (SELECT max(newest) FROM (
  ${Object.values(PRIORITIES)
    .map((priority) => `SELECT max(transaction_id) AS newest FROM events WHERE ${hasPriority('events', priority)}`)
    .join(' UNION ALL ')}
) AS newest_of_each))`;

const IS_AHEAD = `SELECT ${isNeverGiven(NEWEST)} AS ahead`;

const FORGET_RUNS = 'DELETE FROM republish_runs WHERE finished_at IS NULL RETURNING consumer';

const OF_PRIORITY = hasPriority('relay_checkpoints', '$1');

const CHECKPOINT = `SELECT transaction_id, position FROM relay_checkpoints WHERE ${OF_PRIORITY}`;

/** What was published has no higher position by then. */
const MOVE_CHECKPOINT = `
UPDATE relay_checkpoints SET transaction_id = $2, updated_at = now()
WHERE ${OF_PRIORITY} AND transaction_id > $2::bigint`;
