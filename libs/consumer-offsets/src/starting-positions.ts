import type { Kafka } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ClusterOffsets, readClusterOffsets } from './cluster-offsets.js';
import { recordGap } from './consumer-gaps.js';
import { readOffset, type StoredOffset, storeStartingOffset, type TopicPartition } from './consumer-offsets.js';
import { type MessagingLogger, type Source, withAdmin } from '@cds/kafka';
import { type LostOffsetPolicy, type Start, startingOffset, type StartReason } from './starting-offset.js';

export interface StartingPositionsOptions {
  readonly kafka: Kafka;
  readonly pool: pg.Pool;
  readonly groupId: string;
  readonly logger: MessagingLogger;
  readonly lostOffsets: LostOffsetPolicy;
  readonly sources: ReadonlyMap<string, Source>;
}

export interface StartingPosition {
  readonly clusterId: string;
  readonly partition: number;
  /** The next message to be handled. */
  readonly offset: bigint;
  /**
   * What to fetch first: the record before `offset` where it is known, so that the consumer sees whether it is still
   * the one that was handled.
   */
  readonly fetchFrom: bigint;
  /** Messages from `offset` to the end. */
  readonly waiting: bigint;
}

/** What a consumer met in partitions that it reads. */
export interface FoundInLog {
  /** The record before the stored offset is no longer the one that was handled. */
  readonly replaced?: boolean;
  /**
   * The client went on to this offset by itself. If the stored one is still there, what lies between holds no messages,
   * such as the markers of transactions.
   */
  readonly skippedTo?: bigint;
}

type Ends = NonNullable<ReturnType<ClusterOffsets['partitions']['get']>>;

/** A new leader may report an old end for a moment; only what is still so after this pause is believed. */
const SECOND_LOOK_MS = 1_000;

/** The reasons for which messages may never be read. */
const LOSES: readonly StartReason[] = ['messages-expired', 'offset-beyond-end', 'record-replaced'];

/** A service that reads a topic for the first time has missed what expired before; of its own dead letters nothing. */
const isLoss = ({ sources }: StartingPositionsOptions, topic: string, { offset, reason }: Resolved): boolean =>
  LOSES.includes(reason) || (reason === 'first-time' && offset > 0n && sources.get(topic)?.kind === 'origin');

/** Finds, and stores, where each partition continues. */
export const resolveStartingPositions = async (
  options: StartingPositionsOptions,
  topic: string,
  partitions: readonly number[],
  found: FoundInLog,
): Promise<StartingPosition[]> => {
  const read = (): Promise<ClusterOffsets> => readClusterOffsets(options.kafka, options.groupId, topic);
  const cluster = await read();
  const positions: StartingPosition[] = [];
  for (const partition of partitions) {
    const at = { clusterId: cluster.clusterId, topic, partition };
    positions.push(await resolveStartingPosition(options, at, cluster, read, found));
  }
  return positions;
};

const resolveStartingPosition = async (
  options: StartingPositionsOptions,
  at: TopicPartition,
  cluster: ClusterOffsets,
  readAgain: () => Promise<ClusterOffsets>,
  { replaced = false, skippedTo }: FoundInLog,
): Promise<StartingPosition> => {
  const { stored, elsewhere } = await readOffset(options.pool, at);
  let ends = endsOf(cluster, at.partition);
  if (stored !== undefined && stored.nextOffset > ends.high) {
    await sleep(SECOND_LOOK_MS);
    ends = endsOf(await readAgain(), at.partition);
  }
  const start = startingOffset({ ...ends, stored, elsewhere, replaced, skippedTo }, options.lostOffsets, new Date());
  const offset = await offsetOf(start, options.kafka, at, ends);
  await store(options, at, { offset, reason: start.reason, stored });
  log(options, at, { offset, reason: start.reason, stored, ends });
  const isComparable = start.reason === 'resumed' && stored?.lastRecord?.offset === offset - 1n && offset > ends.low;
  return {
    clusterId: at.clusterId,
    partition: at.partition,
    offset,
    fetchFrom: isComparable ? offset - 1n : offset,
    waiting: ends.high - offset,
  };
};

const endsOf = (cluster: ClusterOffsets, partition: number): Ends => {
  const ends = cluster.partitions.get(partition);
  if (ends === undefined) throw new Error(`Kafka does not report the offsets of partition ${partition}`);
  return ends;
};

const offsetOf = async ({ from }: Start, kafka: Kafka, at: TopicPartition, ends: Ends): Promise<bigint> => {
  if (typeof from === 'bigint') return from;
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsetsByTimestamp(at.topic, from.getTime()));
  const found = offsets.find(({ partition }) => partition === at.partition);
  const offset = found === undefined ? ends.high : BigInt(found.offset);
  return offset < ends.low ? ends.low : offset;
};

interface Resolved {
  readonly offset: bigint;
  readonly reason: StartReason;
  readonly stored: StoredOffset | undefined;
}

const store = async (options: StartingPositionsOptions, at: TopicPartition, resolved: Resolved): Promise<void> => {
  const { offset, reason, stored } = resolved;
  const { pool } = options;
  if (isLoss(options, at.topic, resolved))
    await recordGap(pool, { ...at, ...gapBetween(stored?.nextOffset ?? 0n, offset), reason });
  if (offset !== stored?.nextOffset || reason === 'record-replaced')
    await storeStartingOffset(pool, at, offset, stored?.nextOffset);
};

/** Of a log that no longer exists nobody knows the extent of the loss: it is around these offsets. */
const gapBetween = (one: bigint, other: bigint): { fromOffset: bigint; toOffset: bigint } =>
  one < other ? { fromOffset: one, toOffset: other } : { fromOffset: other, toOffset: one };

const log = (
  options: StartingPositionsOptions,
  { topic, partition }: TopicPartition,
  { ends, ...resolved }: Resolved & { ends: Ends },
): void => {
  const { offset, reason, stored } = resolved;
  options.logger[isLoss(options, topic, resolved) ? 'warn' : 'debug'](
    {
      topic,
      partition,
      offset: String(offset),
      stored: String(stored?.nextOffset),
      low: String(ends.low),
      high: String(ends.high),
      reason,
    },
    'consumer.offset_resolved',
  );
};
