import type pg from 'pg';

type Queryable = Pick<pg.Pool, 'query'>;

/** A topic on one Kafka cluster. */
export interface ClusterTopic {
  readonly clusterId: string;
  readonly topic: string;
}

/** A partition of a topic on one Kafka cluster; offsets mean nothing on another. */
export interface Place extends ClusterTopic {
  readonly partition: number;
}

/**
 * The offsets that this database goes on from, by partition; those that it has none for are missing. Nobody else
 * handles these partitions until `tx` ends. They are locked in their order, so that who wants some of the same waits,
 * but never locks up.
 */
export const lockOffsets = async (
  tx: Queryable,
  { clusterId, topic }: ClusterTopic,
  partitions: readonly number[],
): Promise<ReadonlyMap<number, bigint>> => {
  const { rows } = await tx.query<{ partition: number; next_offset: string }>({
    name: 'cds-lock-offsets',
    text: `SELECT partition, next_offset FROM consumer_offsets
      WHERE cluster_id = $1 AND topic = $2 AND partition = ANY($3::int[]) ORDER BY partition FOR UPDATE`,
    values: [clusterId, topic, partitions],
  });
  return new Map(rows.map((row) => [row.partition, BigInt(row.next_offset)]));
};

export const storeOffsets = async (
  tx: Queryable,
  { clusterId, topic }: ClusterTopic,
  nextOffsets: ReadonlyMap<number, bigint>,
): Promise<void> => {
  await tx.query({
    name: 'cds-store-offsets',
    text: `UPDATE consumer_offsets AS stored SET next_offset = reached.next_offset
      FROM unnest($3::int[], $4::bigint[]) AS reached (partition, next_offset)
      WHERE cluster_id = $1 AND topic = $2 AND stored.partition = reached.partition`,
    values: [clusterId, topic, [...nextOffsets.keys()], [...nextOffsets.values()]],
  });
};

/** The offset stored for a partition, and whether another cluster's is. */
export const readOffset = async (
  db: Queryable,
  place: Place,
): Promise<{ nextOffset: bigint | undefined; elsewhere: boolean }> => {
  const { rows } = await db.query<{ cluster_id: string; next_offset: string }>(
    'SELECT cluster_id, next_offset FROM consumer_offsets WHERE topic = $1 AND partition = $2',
    [place.topic, place.partition],
  );
  const own = rows.find((row) => row.cluster_id === place.clusterId);
  return { nextOffset: own && BigInt(own.next_offset), elsewhere: rows.some((row) => row !== own) };
};

/** Stores where a partition begins, unless another consumer did, or moved on from `expected`, meanwhile. */
export const placeOffset = async (
  db: Queryable,
  place: Place,
  nextOffset: bigint,
  expected: bigint | undefined,
): Promise<void> => {
  await db.query(
    `INSERT INTO consumer_offsets (cluster_id, topic, partition, next_offset) VALUES ($1, $2, $3, $4)
     ON CONFLICT (cluster_id, topic, partition) DO UPDATE SET next_offset = excluded.next_offset
     WHERE consumer_offsets.next_offset = $5::bigint`,
    [place.clusterId, place.topic, place.partition, nextOffset, expected ?? null],
  );
};
