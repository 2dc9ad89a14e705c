import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Assignment } from './assignment.js';
import type { TopicPartition } from '@cds/consumer-offsets';

/** What kafkajs fetched of one partition, and what may be done with it. */
export interface FetchedBatch {
  readonly topicPartition: TopicPartition;
  readonly messages: readonly KafkaMessage[];
  /** The offset that was asked for. Beyond the stored one when kafkajs went on by itself, as where messages expired. */
  readonly fetchedFrom: bigint;
  /** The offset that the partition's next message will get, as of the fetch. */
  readonly highWatermark: bigint;
  /** The offset that this consumer has reached. The stored one is never lower, unless somebody moved it back. */
  position(): bigint;
  /** The maximum number of messages to handle together first. */
  limit(): number;
  /** Everything before `nextOffset` is handled. */
  advance(nextOffset: bigint): void;
  /** Keeps the partition while a long batch is being handled; rejects when it is lost. */
  heartbeat(): Promise<void>;
  /** The error of the heartbeat that found the partition lost. */
  lost(): unknown;
  /** False once the consumer stops, or the partition may be another's. */
  goesOn(): boolean;
}

export const fetchedBatch = (
  payload: EachBatchPayload,
  topicPartition: TopicPartition,
  assignment: Assignment,
): FetchedBatch => {
  const { topic, partition } = topicPartition;
  let lost: unknown;
  return {
    topicPartition,
    messages: payload.batch.messages,
    fetchedFrom: fetchedFrom(payload),
    highWatermark: BigInt(payload.batch.highWatermark),
    position: () => assignment.positionOf(topic, partition),
    limit: () => assignment.limitOf(topic, partition),
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
};

/** kafkajs has it, and does not say so in its types. */
const fetchedFrom = ({ batch }: EachBatchPayload): bigint =>
  BigInt((batch as EachBatchPayload['batch'] & { readonly fetchedOffset: string }).fetchedOffset);
