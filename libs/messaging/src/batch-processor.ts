import type { KafkaMessage } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolveReason } from './assignment.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { DeadLetters } from './dead-letters.js';
import type { FetchedBatch } from './fetched-batch.js';
import { headerText } from './headers.js';
import { describeFailure, dispositionOf } from './message-failure.js';
import type { MessagingLogger } from './messaging-logger.js';
import type { Slice, SliceResult, Slices, SliceTransaction } from './slice-transaction.js';

export interface BatchProcessorOptions {
  readonly slices: SliceTransaction;
  readonly deadLetters: DeadLetters;
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
  /** The most messages in one transaction. */
  readonly maxBatch: number;
  /** Between attempts at a message whose handling threw what nobody expected. */
  readonly bugPauseMs?: number;
}

/** How a batch ended: handled, or as far as its turn went; or why its partition's offset is to be read again. */
export type BatchEnd = { kind: 'done' } | ResolveReason;
type Attempt = SliceResult | 'split' | 'dead_lettered' | { error: unknown };

const BUG_ATTEMPTS = 3;
/**
 * kafkajs fetches nothing else from a broker until all it fetched is done with: the rest of a slow batch is fetched
 * again.
 */
const TURN_MS = 1_000;

const outcomeOf = (attempt: Attempt): string => {
  if (typeof attempt !== 'string') return 'failed';
  return attempt === 'applied' ? 'handled' : attempt;
};

/**
 * Works through what was fetched, slice by slice. A slice that fails for good is halved until the message
 * at fault stands alone and can be put aside; what may heal ends the batch, to be tried again. Throws only what a
 * heartbeat threw.
 */
export class BatchProcessor {
  constructor(private readonly options: BatchProcessorOptions) {}

  /**
   * Handles batches of one topic, together no larger than a slice may be, in one transaction: it costs hardly more than
   * that of one of them. Answers false when they cannot all be applied: nothing is done then, and each is to be
   * processed by itself.
   */
  async applyTogether(batches: readonly [FetchedBatch, ...FetchedBatch[]]): Promise<boolean> {
    if (!batches.every((batch) => batch.goesOn())) return false;
    const [first, ...others] = batches;
    return (await this.timed([whole(first), ...others.map(whole)])) === 'applied';
  }

  async process(batch: FetchedBatch): Promise<BatchEnd> {
    const { maxBatch } = this.options;
    let rest = batch.messages;
    let size = maxBatch;
    const turnEndsAt = performance.now() + TURN_MS;
    while (rest.length > 0 && batch.goesOn() && performance.now() < turnEndsAt) {
      const slice = rest.slice(0, size);
      const attempt = await this.timed([{ batch, messages: slice }]);
      if (attempt === 'offset_mismatch' || attempt === 'record_replaced') return { kind: attempt };
      if (attempt === 'split') {
        size = Math.ceil(slice.length / 2);
      } else if (attempt === 'applied' || attempt === 'dead_lettered') {
        rest = rest.slice(slice.length);
        size = Math.min(maxBatch, size * 2);
      } else {
        return { kind: 'failed', error: attempt.error };
      }
      await batch.heartbeat();
    }
    return { kind: 'done' };
  }

  private async timed(slices: Slices): Promise<Attempt> {
    const { topic } = slices[0].batch.topicPartition;
    const startedAt = performance.now();
    const attempt = await this.attempt(slices);
    const durationMs = performance.now() - startedAt;
    this.options.metrics.took(topic, durationMs / 1_000);
    this.options.logger.info(
      { topic, ...extentOf(slices), duration_ms: Math.round(durationMs * 10) / 10, outcome: outcomeOf(attempt) },
      'message.handled',
    );
    return attempt;
  }

  private async attempt(slices: Slices, attempts = 1): Promise<Attempt> {
    const [{ batch, messages }, ...others] = slices;
    try {
      return await this.options.slices.apply(slices);
    } catch (error) {
      const lost = slices.map((slice) => slice.batch.lost()).find((one) => one !== undefined);
      if (lost !== undefined) throw lost;
      const disposition = dispositionOf(error);
      const [message] = messages;
      if (disposition === 'retry' || message === undefined) return { error };
      if (others.length > 0 || messages.length > 1) return 'split';
      // Whatever is being taken down may be the reason.
      if (!batch.goesOn()) return { error };
      if (disposition === 'dead-letter' || attempts >= BUG_ATTEMPTS) return this.putAside(batch, message, error);
      await sleep((this.options.bugPauseMs ?? 50) * attempts);
      return this.attempt(slices, attempts + 1);
    }
  }

  /** The dead letter is written before the offset moves on: a crash in between makes two of it, never none. */
  private async putAside(batch: FetchedBatch, message: KafkaMessage, error: unknown): Promise<Attempt> {
    const { topic, partition } = batch.topicPartition;
    try {
      await this.options.deadLetters.add(message, { topic, partition, offset: message.offset }, error);
      const result = await this.options.slices.skip([{ batch, messages: [message] }]);
      this.options.logger.error(
        { topic, partition, offset: message.offset, ...describeFailure(error), err: error },
        'message.dead_lettered',
      );
      return result === 'applied' ? 'dead_lettered' : result;
    } catch (failure) {
      return { error: failure };
    }
  }
}

const whole = (batch: FetchedBatch): Slice => ({ batch, messages: batch.messages });

/** Which messages a log line is about. */
const extentOf = (slices: Slices): object => {
  const partitions = slices.map(({ batch, messages }) => ({
    partition: batch.topicPartition.partition,
    first_offset: messages[0]?.offset,
    last_offset: messages.at(-1)?.offset,
  }));
  const all = slices.flatMap(({ messages }) => messages);
  return {
    ...(partitions.length === 1 ? partitions[0] : { partitions }),
    count: all.length,
    ...(all.length === 1 ? { trace_id: headerText(all[0]?.headers, 'traceparent')?.slice(3, 35) } : {}),
  };
};
