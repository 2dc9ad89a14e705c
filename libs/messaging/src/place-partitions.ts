import type { Kafka } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ClusterOffsets, readClusterOffsets } from './cluster-offsets.js';
import { placeOffset, readOffset } from './consumer-offsets.js';
import type { MessagingLogger } from './messaging-logger.js';
import { startingOffset } from './starting-offset.js';

export interface PlacePartitionsOptions {
  readonly kafka: Kafka;
  readonly pool: pg.Pool;
  readonly groupId: string;
  readonly logger: MessagingLogger;
}

export interface PlacedPartition {
  readonly clusterId: string;
  readonly partition: number;
  readonly offset: bigint;
  /** Messages from there to the end. */
  readonly waiting: bigint;
}

/** A new leader may tell an old end for a moment; only what is still so after this is believed. */
const SECOND_LOOK_MS = 1_000;

/** Finds, and stores, where each partition goes on. */
export const placePartitions = async (
  options: PlacePartitionsOptions,
  topic: string,
  partitions: readonly number[],
): Promise<PlacedPartition[]> => {
  const read = (): Promise<ClusterOffsets> => readClusterOffsets(options.kafka, options.groupId, topic);
  const cluster = await read();
  const placed: PlacedPartition[] = [];
  for (const partition of partitions) placed.push(await placePartition(options, topic, partition, cluster, read));
  return placed;
};

const placePartition = async (
  options: PlacePartitionsOptions,
  topic: string,
  partition: number,
  cluster: ClusterOffsets,
  readAgain: () => Promise<ClusterOffsets>,
): Promise<PlacedPartition> => {
  const { clusterId } = cluster;
  const place = { clusterId, topic, partition };
  const { nextOffset: stored, elsewhere } = await readOffset(options.pool, place);
  let ends = endsOf(cluster, partition);
  if (stored !== undefined && stored > ends.high) {
    await sleep(SECOND_LOOK_MS);
    ends = endsOf(await readAgain(), partition);
  }
  const { offset, reason } = startingOffset({ ...ends, stored, elsewhere });
  if (offset !== stored) await placeOffset(options.pool, place, offset, stored);
  const unusual = reason === 'messages-expired' || reason === 'topic-recreated';
  options.logger[unusual ? 'warn' : 'debug'](
    {
      topic,
      partition,
      offset: String(offset),
      stored: String(stored),
      low: String(ends.low),
      high: String(ends.high),
      reason,
    },
    'consumer.partition_placed',
  );
  return { clusterId, partition, offset, waiting: ends.high - offset };
};

const endsOf = (
  cluster: ClusterOffsets,
  partition: number,
): { low: bigint; high: bigint; committed: bigint | undefined } => {
  const ends = cluster.partitions.get(partition);
  if (ends === undefined) throw new Error(`Kafka does not tell the offsets of partition ${partition}`);
  return ends;
};
