import type pg from 'pg';

type Queryable = Pick<pg.Pool, 'query'>;

/** A partition of a topic on one Kafka cluster; offsets mean nothing on another. */
export interface Place {
  readonly clusterId: string;
  readonly topic: string;
  readonly partition: number;
}

const one = (row: unknown): bigint | undefined => (row === undefined ? undefined : BigInt((row as { next_offset: string }).next_offset));

/** The offset that this database goes on from, undefined when it has none. Nobody else handles the partition until `tx` ends. */
export const lockOffset = async (tx: Queryable, place: Place): Promise<bigint | undefined> => {
  const { rows } = await tx.query({
    name: 'cds-lock-offset',
    text: 'SELECT next_offset FROM consumer_offsets WHERE cluster_id = $1 AND topic = $2 AND partition = $3 FOR UPDATE',
    values: [place.clusterId, place.topic, place.partition],
  });
  return one(rows[0]);
};

export const storeOffset = async (tx: Queryable, place: Place, nextOffset: bigint): Promise<void> => {
  await tx.query({
    name: 'cds-store-offset',
    text: 'UPDATE consumer_offsets SET next_offset = $4 WHERE cluster_id = $1 AND topic = $2 AND partition = $3',
    values: [place.clusterId, place.topic, place.partition, nextOffset],
  });
};

/** The offset stored for a partition, and whether another cluster's is. */
export const readOffset = async (db: Queryable, place: Place): Promise<{ nextOffset: bigint | undefined; elsewhere: boolean }> => {
  const { rows } = await db.query<{ cluster_id: string; next_offset: string }>(
    'SELECT cluster_id, next_offset FROM consumer_offsets WHERE topic = $1 AND partition = $2',
    [place.topic, place.partition],
  );
  const own = rows.find((row) => row.cluster_id === place.clusterId);
  return { nextOffset: one(own), elsewhere: rows.some((row) => row !== own) };
};

/** Stores where a partition begins, unless another consumer did, or moved on from `expected`, meanwhile. */
export const placeOffset = async (db: Queryable, place: Place, nextOffset: bigint, expected: bigint | undefined): Promise<void> => {
  await db.query(
    `INSERT INTO consumer_offsets (cluster_id, topic, partition, next_offset) VALUES ($1, $2, $3, $4)
     ON CONFLICT (cluster_id, topic, partition) DO UPDATE SET next_offset = excluded.next_offset WHERE consumer_offsets.next_offset = $5::bigint`,
    [place.clusterId, place.topic, place.partition, nextOffset, expected ?? null],
  );
};
