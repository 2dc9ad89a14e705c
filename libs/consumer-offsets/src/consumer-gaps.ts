import type { Queryable } from '@cds/postgres';
import type { TopicPartition } from './consumer-offsets.js';
import type { StartReason } from './starting-offset.js';

/** Offsets of a partition that this service may never have read. */
export interface ConsumerGap extends TopicPartition {
  readonly fromOffset: bigint;
  readonly toOffset: bigint;
  readonly reason: StartReason;
  readonly noticedAt: Date;
}

interface GapRow {
  readonly cluster_id: string;
  readonly topic: string;
  readonly partition: number;
  readonly from_offset: string;
  readonly to_offset: string;
  readonly reason: StartReason;
  readonly noticed_at: Date;
}

/** Records that messages may have been missed. A gap that is noticed again is recorded once. */
export const recordGap = async (
  db: Queryable,
  { clusterId, topic, partition, fromOffset, toOffset, reason }: Omit<ConsumerGap, 'noticedAt'>,
): Promise<void> => {
  await db.query(
    `INSERT INTO consumer_gaps (cluster_id, topic, partition, from_offset, to_offset, reason, noticed_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (cluster_id, topic, partition, from_offset)
     DO UPDATE SET to_offset = greatest(consumer_gaps.to_offset, excluded.to_offset), reason = excluded.reason`,
    [clusterId, topic, partition, fromOffset, toOffset, reason],
  );
};

/** The gaps that no operator has acknowledged, oldest first. */
export const readGaps = async (db: Queryable): Promise<ConsumerGap[]> => {
  const { rows } = await db.query<GapRow>(
    `SELECT cluster_id, topic, partition, from_offset, to_offset, reason, noticed_at FROM consumer_gaps
     ORDER BY noticed_at, topic, partition`,
  );
  return rows.map(toGap);
};

/** Forgets the gaps that were noticed up to now: the operator has filled them, or accepts them. Returns them. */
export const acknowledgeGaps = async (db: Queryable): Promise<ConsumerGap[]> => {
  const { rows } = await db.query<GapRow>(
    `DELETE FROM consumer_gaps RETURNING cluster_id, topic, partition, from_offset, to_offset, reason, noticed_at`,
  );
  return rows.map(toGap);
};

const toGap = (row: GapRow): ConsumerGap => ({
  clusterId: row.cluster_id,
  topic: row.topic,
  partition: row.partition,
  fromOffset: BigInt(row.from_offset),
  toOffset: BigInt(row.to_offset),
  reason: row.reason,
  noticedAt: row.noticed_at,
});
