import type { KafkaMessage } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { DeadLetters } from './dead-letters.js';
import type { FetchedBatch } from './fetched-batch.js';
import { headerText } from './headers.js';
import { describeFailure, fateOf } from './message-failure.js';
import type { MessagingLogger } from './messaging-logger.js';
import type { SliceResult, SliceTransaction } from './slice-transaction.js';

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

/** How a batch ended: done with, or as far as its turn went; standing at the wrong offset; failed by what may heal. */
export type BatchEnd = { kind: 'done' } | { kind: 'misplaced' } | { kind: 'failed'; error: unknown };
type Attempt = SliceResult | 'split' | 'dead_lettered' | { error: unknown };

const BUG_ATTEMPTS = 3;
/** kafkajs fetches nothing else from a broker until all it fetched is done with: the rest of a slow batch is fetched again. */
const TURN_MS = 1_000;

const outcomeOf = (attempt: Attempt): string => {
  if (typeof attempt !== 'string') return 'failed';
  return attempt === 'applied' ? 'handled' : attempt;
};

/**
 * Works through what was fetched of a partition, slice by slice. A slice that fails for good is halved until the message
 * at fault stands alone and can be put aside; what may heal ends the batch, to be tried again. Throws only what a
 * heartbeat threw.
 */
export class BatchProcessor {
  constructor(private readonly options: BatchProcessorOptions) {}

  async process(batch: FetchedBatch): Promise<BatchEnd> {
    const { maxBatch } = this.options;
    let rest = batch.messages;
    let size = maxBatch;
    const turnEndsAt = performance.now() + TURN_MS;
    while (rest.length > 0 && batch.goesOn() && performance.now() < turnEndsAt) {
      const slice = rest.slice(0, size);
      const attempt = await this.timed(batch, slice);
      if (attempt === 'misplaced') return { kind: 'misplaced' };
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

  private async timed(batch: FetchedBatch, slice: readonly KafkaMessage[]): Promise<Attempt> {
    const { topic, partition } = batch.place;
    const startedAt = performance.now();
    const attempt = await this.attempt(batch, slice);
    const durationMs = performance.now() - startedAt;
    this.options.metrics.took(topic, durationMs / 1_000);
    this.options.logger.info(
      {
        topic,
        partition,
        first_offset: slice[0]?.offset,
        last_offset: slice.at(-1)?.offset,
        count: slice.length,
        duration_ms: Math.round(durationMs * 10) / 10,
        outcome: outcomeOf(attempt),
        ...(slice.length === 1 ? { trace_id: headerText(slice[0]?.headers, 'traceparent')?.slice(3, 35) } : {}),
      },
      'message.handled',
    );
    return attempt;
  }

  private async attempt(batch: FetchedBatch, slice: readonly KafkaMessage[], attempts = 1): Promise<Attempt> {
    try {
      return await this.options.slices.apply(batch, slice);
    } catch (error) {
      if (batch.lost() !== undefined) throw batch.lost();
      const fate = fateOf(error);
      const [message] = slice;
      if (fate === 'retry' || message === undefined) return { error };
      if (slice.length > 1) return 'split';
      // Whatever is being taken down may be the reason.
      if (!batch.goesOn()) return { error };
      if (fate === 'dead-letter' || attempts >= BUG_ATTEMPTS) return this.putAside(batch, message, error);
      await sleep((this.options.bugPauseMs ?? 50) * attempts);
      return this.attempt(batch, slice, attempts + 1);
    }
  }

  /** The dead letter is written before the offset moves on: a crash in between makes two of it, never none. */
  private async putAside(batch: FetchedBatch, message: KafkaMessage, error: unknown): Promise<Attempt> {
    const { topic, partition } = batch.place;
    try {
      await this.options.deadLetters.add(message, { topic, partition, offset: message.offset }, error);
      const result = await this.options.slices.skip(batch, [message]);
      this.options.logger.error({ topic, partition, offset: message.offset, ...describeFailure(error), err: error }, 'message.dead_lettered');
      return result === 'applied' ? 'dead_lettered' : result;
    } catch (failure) {
      return { error: failure };
    }
  }
}
