import { isReplaced, type ReachedOffset, recordMarkOf, type StoredOffset } from '@cds/consumer-offsets';
import type { KafkaMessage } from 'kafkajs';
import type { FetchedBatch } from './fetched-batch.js';

/** Consecutive messages of a fetched batch. */
export interface Slice {
  readonly batch: FetchedBatch;
  readonly messages: readonly KafkaMessage[];
}

/** One slice, or several of one topic, each of another partition. */
export type Slices = readonly [Slice, ...Slice[]];

/**
 * `offset_mismatch`: the stored offset is not one that this consumer expects. `offsets_skipped`: kafkajs went past it.
 * `record_replaced`: the last record that was handled is another one now. Nothing was done in any of these cases.
 */
export type SliceResult = 'applied' | Doubt;
export type Doubt = 'offset_mismatch' | 'offsets_skipped' | 'record_replaced';

/** A slice without the messages that were handled already. */
export interface UnhandledSlice extends Slice {
  readonly nextOffset: bigint;
}

/** How many messages there are in all. */
export const sizeOf = (slices: readonly Slice[]): number =>
  slices.reduce((sum, { messages }) => sum + messages.length, 0);

/** What is left to handle of a slice after the stored offset, or why nothing of it may be handled. */
export const unhandledIn = (stored: StoredOffset | undefined, { batch, messages }: Slice): UnhandledSlice | Doubt => {
  // Removed or moved back: somebody wants everything again. Beyond the end: the log is not the one that it was.
  if (stored === undefined || stored.nextOffset < batch.position() || stored.nextOffset > batch.highWatermark)
    return 'offset_mismatch';
  if (stored.nextOffset < batch.fetchedFrom) return 'offsets_skipped';
  if (isReplaced(stored.lastRecord, messages)) return 'record_replaced';
  const end = BigInt(messages.at(-1)?.offset ?? -1) + 1n;
  return {
    batch,
    messages: messages.filter(({ offset }) => BigInt(offset) >= stored.nextOffset),
    nextOffset: stored.nextOffset > end ? stored.nextOffset : end,
  };
};

/** The offset to store once the slice is handled, by its partition; nothing for a slice without messages. */
export const reachedIn = ({ batch, messages, nextOffset }: UnhandledSlice): [number, ReachedOffset][] => {
  const last = messages.at(-1);
  return last === undefined ? [] : [[batch.topicPartition.partition, { nextOffset, lastRecord: recordMarkOf(last) }]];
};
