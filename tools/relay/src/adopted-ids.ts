import type { Queryable } from '@cds/postgres';

/** Transaction ids of this server, for rows that another server gave theirs. */
export interface AdoptedIds {
  /** For what comes first. */
  readonly former: bigint;
  /** For what comes after it; every later transaction has a higher one. */
  readonly later: bigint;
}

/** Two new ids: every row that has one of this server sorts before them, but for those of transactions in flight. */
export const newIds = async (db: Queryable): Promise<AdoptedIds> => ({
  former: await newId(db),
  later: await newId(db),
});

const newId = async (db: Queryable): Promise<bigint> => {
  const { rows } = await db.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  return BigInt(rows[0]?.id ?? 0);
};

/** Whether a transaction id was never given by this server, but by the one that the row was restored from. */
export const isNeverGiven = (id: string): string => `${id} > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/** Rows of a table that are given another transaction id, in the order of `(transaction_id, position)`. */
export interface MovedRows {
  readonly table: 'events' | 'webhook_events';
  /** One of `PRIORITIES`, for a table that has some. */
  readonly priority?: number;
  readonly after: Place;
  readonly until: Place;
  /** Only rows at higher positions. */
  readonly beyondPosition?: bigint;
  readonly to: bigint;
}

export interface Place {
  readonly transactionId: bigint;
  readonly position: bigint;
}

/** The highest of PostgreSQL's type `bigint`. */
export const LAST_ID = 9_223_372_036_854_775_807n;

/** The place after everything with a transaction id. */
export const endOf = (transactionId: bigint): Place => ({ transactionId, position: LAST_ID });

/** Settings of a session that moves rows: a restored table may have no statistics yet. */
export const BY_INDEX = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';

/** A statement that moves so many rows takes milliseconds to tens of them. */
const BATCH = 1_000;

/**
 * Each batch is a transaction, and goes on where the one before it ended, so that no index entries of moved rows are
 * read again. Returns how many rows were moved.
 */
export const moveRows = async (db: Queryable, rows: MovedRows): Promise<number> => {
  const text = moveText(rows);
  let moved = 0;
  for (let after: Place | undefined = rows.after; after;) {
    const values: bigint[] = [
      after.transactionId,
      after.position,
      rows.until.transactionId,
      rows.until.position,
      rows.to,
    ];
    const found: { rows: BatchRow[] } = await db.query(text, [...values, rows.beyondPosition ?? 0n, BATCH]);
    const last = found.rows[0];
    moved += last?.moved ?? 0;
    after = last && { transactionId: BigInt(last.transaction_id), position: BigInt(last.position) };
  }
  return moved;
};

interface BatchRow {
  readonly transaction_id: string;
  readonly position: string;
  readonly moved: number;
}

/** Whether a row of a table, of events or of checkpoints, is of a priority: a number, or a parameter. */
export const hasPriority = (table: string, priority: number | string): string => `${table}.lane = ${priority}`;

const moveText = ({ table, priority }: MovedRows): string => {
  const ofPriority = priority === undefined ? '' : `${hasPriority(table, priority)} AND `;
  return `
WITH batch AS MATERIALIZED (
  SELECT transaction_id, position FROM ${table} WHERE ${ofPriority}(transaction_id, position) > ($1::bigint, $2::bigint)
  AND (transaction_id, position) <= ($3::bigint, $4::bigint) ORDER BY transaction_id, position LIMIT $7::int
), moved AS (
  UPDATE ${table} SET transaction_id = $5::bigint FROM batch WHERE ${ofPriority}${table}.position > $6::bigint
  AND ${table}.transaction_id = batch.transaction_id AND ${table}.position = batch.position RETURNING 1
)
SELECT transaction_id, position, (SELECT count(*)::int FROM moved) AS moved
FROM batch ORDER BY transaction_id DESC, position DESC LIMIT 1`;
};
