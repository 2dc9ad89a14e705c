import type { EachBatchPayload } from 'kafkajs';
import type { Assignment } from './assignment.js';
import type { BatchEnd, BatchProcessor } from './batch-processor.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import { type FetchedBatch, fetchedBatch } from './fetched-batch.js';
import type { Source } from '@cds/kafka';
import { inGroups } from './in-groups.js';

export interface ProcessPollBatchOptions {
  readonly processor: BatchProcessor;
  readonly sources: ReadonlyMap<string, Source>;
  readonly metrics: ConsumerMetrics;
  /** The maximum number of messages that are handled together. */
  readonly maxBatch: number;
  /** The maximum number of concurrent transactions; each holds a connection of the pool. */
  readonly concurrency: number;
}

interface Received {
  readonly payload: EachBatchPayload;
  readonly batch: FetchedBatch;
}

type Group = readonly [Received, ...Received[]];

/**
 * Handles what kafkajs fetched at once from several partitions: together where possible, else each partition by itself,
 * and live events before backfilled ones. Resolves with whether nothing is left of what Kafka had then; rejects only
 * when the consumer has to join its group again.
 */
export const processPollBatch = async (
  payloads: readonly EachBatchPayload[],
  assignment: Assignment,
  options: ProcessPollBatchOptions,
): Promise<boolean> => {
  const received = payloads.flatMap((payload): Received[] => {
    const at = assignment.topicPartitionOf(payload.batch.topic, payload.batch.partition);
    return at === undefined ? [] : [{ payload, batch: fetchedBatch(payload, at, assignment) }];
  });
  const alone: Received[] = [];
  const isBackfill = ({ batch }: Received): boolean =>
    options.sources.get(batch.topicPartition.topic)?.kind === 'backfill';
  const ordered = [...received.filter((one) => !isBackfill(one)), ...received.filter(isBackfill)];
  await atMost(inGroups(ordered, options.maxBatch), options.concurrency, async (group) => {
    if (group.length === 1 || !(await processTogether(group, assignment, options))) alone.push(...group);
  });
  await atMost(alone, options.concurrency, (one) => processAlone(one, assignment, options));
  return received.length === payloads.length && received.every(({ batch }) => batch.position() >= batch.highWatermark);
};

/** A short one is followed by the next while a long one runs. After a failure nothing else begins. */
const atMost = async <T extends object>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> => {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      await work(one).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

const processTogether = async (
  group: Group,
  assignment: Assignment,
  options: ProcessPollBatchOptions,
): Promise<boolean> => {
  const [{ batch }, ...others] = group;
  const isApplied = await options.processor.applyTogether([batch, ...others.map((one) => one.batch)]);
  if (!isApplied) return false;
  for (const one of group) settle(one.batch, { kind: 'done' }, assignment, options.metrics);
  return true;
};

const processAlone = async (one: Received, assignment: Assignment, options: ProcessPollBatchOptions): Promise<void> => {
  const end = await options.processor.process(one.batch);
  settle(one.batch, end, assignment, options.metrics);
};

const settle = (batch: FetchedBatch, end: BatchEnd, assignment: Assignment, metrics: ConsumerMetrics): void => {
  if (!assignment.isCurrent) return;
  const { topic, partition } = batch.topicPartition;
  metrics.waiting(topic, partition, batch.highWatermark - batch.position());
  assignment.report(topic, partition);
  if (end.kind !== 'done') assignment.resolveAgain(topic, partition, end);
};
