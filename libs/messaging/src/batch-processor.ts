import type { ResolveReason } from './assignment.js';
import type { FetchedBatch } from './fetched-batch.js';
import type { SliceHandler, SliceOutcome } from './policies/slice-policy.js';
import type { Slice, Slices } from './slice.js';

export interface BatchProcessorOptions {
  readonly handle: SliceHandler;
  /** The maximum number of messages in one transaction. */
  readonly maxBatch: number;
}

/** How a batch ended: handled, or as far as its turn went; or why its partition's offset is to be read again. */
export type BatchEnd = { kind: 'done' } | ResolveReason;

type Attempt = SliceOutcome | { error: unknown };

/**
 * kafkajs fetches nothing else from a broker until everything that it fetched is handled: the rest of a slow batch is
 * fetched again.
 */
const TURN_MS = 1_000;

/**
 * Works through what was fetched, slice by slice, and halves slices that cannot be handled together. A failure ends the
 * batch, to be tried again: with fewer messages at once, as those that exceed a time limit together would exceed it for
 * ever. Throws only what a heartbeat threw.
 */
export class BatchProcessor {
  constructor(private readonly options: BatchProcessorOptions) {}

  /**
   * Handles batches of one topic, together no larger than a slice may be, in one transaction: that costs hardly more
   * than the transaction of one of them. Resolves with false when they cannot all be applied: nothing is done then, and
   * each is to be processed by itself.
   */
  async applyTogether(batches: readonly [FetchedBatch, ...FetchedBatch[]]): Promise<boolean> {
    if (!batches.every((batch) => batch.goesOn() && batch.messages.length <= batch.limit())) return false;
    const [first, ...others] = batches;
    return (await this.attempt([whole(first), ...others.map(whole)])) === 'applied';
  }

  async process(batch: FetchedBatch): Promise<BatchEnd> {
    const { maxBatch } = this.options;
    let remaining = batch.messages;
    let size = Math.min(maxBatch, batch.limit());
    const turnEndsAt = performance.now() + TURN_MS;
    while (remaining.length > 0 && batch.goesOn() && performance.now() < turnEndsAt) {
      const slice = remaining.slice(0, size);
      const position = batch.position();
      const attempt = await this.attempt([{ batch, messages: slice }]);
      if (typeof attempt !== 'string') return { kind: 'failed', error: attempt.error, size: slice.length };
      if (attempt === 'offsets_skipped') return { kind: attempt, to: batch.fetchedFrom };
      if (attempt === 'offset_mismatch' || attempt === 'record_replaced') return { kind: attempt };
      if (attempt === 'split') {
        size = Math.ceil(slice.length / 2);
      } else {
        remaining = remaining.slice(slice.length);
        // A slice of what is only read again, such as the record before the stored offset, tells nothing.
        if (batch.position() > position) size = Math.min(maxBatch, size * 2);
      }
      await batch.heartbeat();
    }
    return { kind: 'done' };
  }

  private async attempt(slices: Slices): Promise<Attempt> {
    try {
      return await this.options.handle(slices);
    } catch (error) {
      const lost = slices.map(({ batch }) => batch.lost()).find((one) => one !== undefined);
      if (lost !== undefined) throw lost;
      return { error };
    }
  }
}

const whole = (batch: FetchedBatch): Slice => ({ batch, messages: batch.messages });
