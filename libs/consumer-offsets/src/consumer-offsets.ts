import type { Queryable } from '@cds/postgres';
import type { RecordMark } from './record-mark.js';

/** A topic on one Kafka cluster. */
export interface ClusterTopic {
  readonly clusterId: string;
  readonly topic: string;
}

/** A partition of a topic on one Kafka cluster; its offsets mean nothing on another cluster. */
export interface TopicPartition extends ClusterTopic {
  readonly partition: number;
}

/** The offset that a partition continues from. */
export interface StoredOffset {
  readonly nextOffset: bigint;
  /** The last record that was handled; undefined when it is not the record before `nextOffset`, or not known. */
  readonly lastRecord: RecordMark | undefined;
  /** When the last record that was handled had been sent, whatever `nextOffset` is now. */
  readonly lastTimestamp: Date | undefined;
}

/** What a transaction has reached in one partition. */
export interface ReachedOffset {
  readonly nextOffset: bigint;
  readonly lastRecord: RecordMark;
}

interface OffsetRow {
  readonly cluster_id: string;
  readonly partition: number;
  readonly next_offset: string;
  readonly last_offset: string | null;
  readonly last_event_id: string | null;
  readonly last_timestamp: Date | null;
}

const COLUMNS = 'cluster_id, partition, next_offset, last_offset, last_event_id, last_timestamp';

/**
 * Reads the stored offsets by partition; partitions without one are missing. Nobody else handles these partitions until
 * `tx` ends. Rows are locked in the order of their partitions, so that two transactions wait for each other but never
 * deadlock.
 */
export const lockOffsets = async (
  tx: Queryable,
  { clusterId, topic }: ClusterTopic,
  partitions: readonly number[],
): Promise<ReadonlyMap<number, StoredOffset>> => {
  const { rows } = await tx.query<OffsetRow>({
    name: 'cds-lock-offsets',
    text: `SELECT ${COLUMNS} FROM consumer_offsets
      WHERE cluster_id = $1 AND topic = $2 AND partition = ANY($3::int[]) ORDER BY partition FOR UPDATE`,
    values: [clusterId, topic, partitions],
  });
  return new Map(rows.map((row) => [row.partition, toStoredOffset(row)]));
};

/**
 * Stores what was reached, by partition, with the last record of each. With `asynchronousCommit` the commit of `tx`
 * does not wait for the disk.
 */
export const storeOffsets = async (
  tx: Queryable,
  { clusterId, topic }: ClusterTopic,
  reached: ReadonlyMap<number, ReachedOffset>,
  { asynchronousCommit = false } = {},
): Promise<void> => {
  const offsets = [...reached.values()];
  await tx.query({
    ...(asynchronousCommit ? STORE_BEFORE_ASYNCHRONOUS_COMMIT : STORE),
    values: [
      clusterId,
      topic,
      [...reached.keys()],
      offsets.map(({ nextOffset }) => nextOffset),
      offsets.map(({ lastRecord }) => lastRecord.offset),
      offsets.map(({ lastRecord }) => lastRecord.eventId),
      offsets.map(({ lastRecord }) => lastRecord.timestamp),
    ],
  });
};

const storeText = (from: string): string =>
  `UPDATE consumer_offsets AS stored SET next_offset = reached.next_offset, last_offset = reached.last_offset,
    last_event_id = reached.last_event_id, last_timestamp = reached.last_timestamp
  FROM ${from} unnest($3::int[], $4::bigint[], $5::bigint[], $6::text[], $7::timestamptz[])
    AS reached (partition, next_offset, last_offset, last_event_id, last_timestamp)
  WHERE cluster_id = $1 AND topic = $2 AND stored.partition = reached.partition`;

const STORE = { name: 'cds-store-offsets', text: storeText('') };

/** The setting is made by the same statement: a statement of its own would be one more round trip. */
const STORE_BEFORE_ASYNCHRONOUS_COMMIT = {
  name: 'cds-store-offsets-async',
  text: `WITH setting AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)) ${storeText('setting,')}`,
};

/** The offset stored for a partition, and whether the database has one of another cluster. */
export const readOffset = async (
  db: Queryable,
  { clusterId, topic, partition }: TopicPartition,
): Promise<{ stored: StoredOffset | undefined; elsewhere: boolean }> => {
  const { rows } = await db.query<OffsetRow>(
    `SELECT ${COLUMNS} FROM consumer_offsets WHERE topic = $1 AND partition = $2`,
    [topic, partition],
  );
  const own = rows.find((row) => row.cluster_id === clusterId);
  return { stored: own && toStoredOffset(own), elsewhere: rows.some((row) => row !== own) };
};

/**
 * Stores where a partition starts, unless another consumer did so, or moved on from `expected`, meanwhile. The time of
 * the last record stays; the record itself no longer precedes the offset.
 */
export const storeStartingOffset = async (
  db: Queryable,
  { clusterId, topic, partition }: TopicPartition,
  nextOffset: bigint,
  expected: bigint | undefined,
): Promise<void> => {
  await db.query(
    `INSERT INTO consumer_offsets (cluster_id, topic, partition, next_offset) VALUES ($1, $2, $3, $4)
     ON CONFLICT (cluster_id, topic, partition) DO UPDATE SET next_offset = excluded.next_offset, last_offset = NULL
     WHERE consumer_offsets.next_offset = $5::bigint`,
    [clusterId, topic, partition, nextOffset, expected ?? null],
  );
};

const toStoredOffset = (row: OffsetRow): StoredOffset => {
  const nextOffset = BigInt(row.next_offset);
  return {
    nextOffset,
    lastRecord: lastRecordOf(row, nextOffset),
    lastTimestamp: row.last_timestamp ?? undefined,
  };
};

/** An offset that was moved by hand, or by a release that does not keep the record, has nothing to be compared with. */
const lastRecordOf = (row: OffsetRow, nextOffset: bigint): RecordMark | undefined => {
  if (row.last_offset === null || row.last_timestamp === null) return undefined;
  const offset = BigInt(row.last_offset);
  if (offset !== nextOffset - 1n) return undefined;
  return { offset, eventId: row.last_event_id, timestamp: row.last_timestamp };
};
