import type { EachBatchPayload } from 'kafkajs';
import type { Assignment } from './assignment.js';
import type { BatchProcessor } from './batch-processor.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { FetchedBatch } from './fetched-batch.js';
import type { MessagingLogger } from './messaging-logger.js';

export interface ProcessPayloadOptions {
  readonly processor: BatchProcessor;
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
}

/** Handles what kafkajs fetched of one partition; rejects only when the consumer has to join its group again. */
export const processPayload = async (payload: EachBatchPayload, assignment: Assignment, options: ProcessPayloadOptions): Promise<void> => {
  const { topic, partition } = payload.batch;
  const place = assignment.placeOf(topic, partition);
  if (place === undefined) return;
  const highWatermark = BigInt(payload.batch.highWatermark);
  let lost: unknown;
  const batch: FetchedBatch = {
    place,
    messages: payload.batch.messages,
    highWatermark,
    position: () => assignment.positionOf(topic, partition),
    advance: (nextOffset) => {
      assignment.advance(topic, partition, nextOffset);
      if (assignment.isCurrent) payload.resolveOffset(String(nextOffset - 1n));
    },
    heartbeat: async () => {
      try {
        await payload.heartbeat();
      } catch (error) {
        lost = error;
        throw error;
      }
    },
    lost: () => lost,
    goesOn: () => payload.isRunning() && !payload.isStale() && assignment.isCurrent,
  };

  const before = batch.position();
  const end = await options.processor.process(batch).finally(() => commit(payload, assignment, batch, before, options.logger));
  if (!assignment.isCurrent) return;
  options.metrics.waiting(topic, partition, highWatermark - batch.position());
  if (end.kind === 'failed') assignment.again(topic, partition, { error: end.error });
  if (end.kind === 'misplaced') assignment.again(topic, partition);
};

/** Tells Kafka, for the tools that watch lag. The database is what counts, so a failure is of no consequence. */
const commit = async (payload: EachBatchPayload, assignment: Assignment, batch: FetchedBatch, before: bigint, logger: MessagingLogger): Promise<void> => {
  const offset = batch.position();
  if (offset === before || !assignment.isCurrent) return;
  const { topic, partition } = batch.place;
  try {
    await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset: String(offset) }] }] });
  } catch (error) {
    logger.debug({ topic, partition, err: error }, 'consumer.commit_failed');
  }
};
