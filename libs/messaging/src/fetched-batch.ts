import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Assignment } from './assignment.js';
import type { Place } from './consumer-offsets.js';

/** What kafkajs fetched of one partition, and what may be done with it. */
export interface FetchedBatch {
  readonly place: Place;
  readonly messages: readonly KafkaMessage[];
  /** The offset that the partition's next message will get, as of the fetch. */
  readonly highWatermark: bigint;
  /** The offset that this consumer has come to; the database never stands before it, unless somebody put it back. */
  position(): bigint;
  /** All before `nextOffset` is done with. */
  advance(nextOffset: bigint): void;
  /** Keeps the partition while a long batch is worked on; rejects when it is lost. */
  heartbeat(): Promise<void>;
  /** The error of a heartbeat that told that the partition is lost. */
  lost(): unknown;
  /** False once the consumer stops, or the partition may be another's. */
  goesOn(): boolean;
}

export const fetchedBatch = (payload: EachBatchPayload, place: Place, assignment: Assignment): FetchedBatch => {
  const { topic, partition } = place;
  let lost: unknown;
  return {
    place,
    messages: payload.batch.messages,
    highWatermark: BigInt(payload.batch.highWatermark),
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
};
