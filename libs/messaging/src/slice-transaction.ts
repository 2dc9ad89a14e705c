import { AppError } from '@cds/errors';
import type { KafkaMessage } from 'kafkajs';
import type pg from 'pg';
import type { BatchContext } from './batch-context.js';
import type { ReceivedEvent } from './cloud-event.js';
import type { ConsumerMetrics, MessageOutcome } from './consumer-metrics.js';
import { lockOffset, storeOffset } from './consumer-offsets.js';
import type { FetchedBatch } from './fetched-batch.js';
import type { ParserOf } from './message-parser.js';
import type { MessagingLogger } from './messaging-logger.js';
import { readEvents } from './read-events.js';
import type { Source } from './source.js';
import { inTransaction } from './transaction.js';

export type EventsHandler = (topic: string, events: readonly ReceivedEvent[], context: BatchContext) => Promise<void>;

export interface SliceTransactionOptions {
  readonly pool: pg.Pool;
  readonly handle: EventsHandler;
  readonly parse: ParserOf;
  readonly sources: ReadonlyMap<string, Source>;
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
}

/** `misplaced`: the database stands where this consumer does not expect it, so nothing was done. */
export type SliceResult = 'applied' | 'misplaced';
type Counts = Partial<Record<MessageOutcome, number>>;

/**
 * Handles consecutive messages of a partition and stores the offset after them, in one transaction. The offset's row is
 * locked first: a consumer that lost the partition and the one that got it take turns, and what one did the other skips.
 */
export class SliceTransaction {
  constructor(private readonly options: SliceTransactionOptions) {}

  /** Throws whatever the handler throws, and `MalformedMessage`; nothing is stored then. */
  async apply(batch: FetchedBatch, slice: readonly KafkaMessage[]): Promise<SliceResult> {
    const { topic, partition } = batch.place;
    const source = this.options.sources.get(topic) ?? { topic, handledAs: topic };
    const afterCommit: (() => void)[] = [];
    const result = await this.store(batch, slice, async (tx, nextOffset) => {
      const fresh = slice.filter(({ offset }) => BigInt(offset) >= nextOffset);
      const events = readEvents(fresh, source, partition, this.options.parse);
      if (events.length > 0) {
        if (source.topic !== source.handledAs) await this.lockOrigins(tx, batch, events);
        const context: BatchContext = { tx, topic: source.handledAs, partition, heartbeat: () => batch.heartbeat(), afterCommit: (fn) => void afterCommit.push(fn) };
        await this.options.handle(source.handledAs, events, context);
      }
      return { handled: events.length, passed_over: fresh.length - events.length, duplicate: slice.length - fresh.length };
    });
    if (result === 'applied') this.runHooks(topic, afterCommit);
    return result;
  }

  /** Moves on past messages that were put aside. */
  skip(batch: FetchedBatch, slice: readonly KafkaMessage[]): Promise<SliceResult> {
    return this.store(batch, slice, () => Promise.resolve({ dead_lettered: slice.length }));
  }

  private async store(batch: FetchedBatch, slice: readonly KafkaMessage[], work: (tx: pg.PoolClient, nextOffset: bigint) => Promise<Counts>): Promise<SliceResult> {
    const end = BigInt(slice.at(-1)?.offset ?? -1) + 1n;
    let begun = false;
    const done = await inTransaction(this.options.pool, async (tx) => {
      const nextOffset = await lockOffset(tx, batch.place);
      // Removed or put back: somebody wants it all again. Beyond the end: the topic is not the one it was.
      if (nextOffset === undefined || nextOffset < batch.position()) return undefined;
      if (nextOffset >= end) return nextOffset > batch.highWatermark ? undefined : { nextOffset, counts: { duplicate: slice.length } };
      begun = true;
      const counts = await work(tx, nextOffset);
      await storeOffset(tx, batch.place, end);
      return { nextOffset: end, counts };
    }).catch((error: unknown) => {
      // What goes wrong before the handler had its turn is no message's fault.
      throw begun ? error : new AppError({ code: 'service.unavailable', kind: 'unavailable', message: 'The offset cannot be read.', cause: error });
    });
    if (done === undefined) return 'misplaced';
    batch.advance(done.nextOffset);
    this.count(batch.place.topic, done.counts);
    return 'applied';
  }

  /** A replayed event takes its turn with the ordinary batches of the partition it came from. */
  private async lockOrigins(tx: pg.PoolClient, batch: FetchedBatch, events: readonly ReceivedEvent[]): Promise<void> {
    const partitions = [...new Set(events.map(({ partition }) => partition))].sort((a, b) => a - b);
    const topic = events[0]?.topic ?? batch.place.topic;
    for (const partition of partitions) await lockOffset(tx, { ...batch.place, topic, partition });
  }

  private count(topic: string, counts: Counts): void {
    for (const [outcome, count] of Object.entries(counts)) this.options.metrics.done(topic, outcome as MessageOutcome, count);
  }

  private runHooks(topic: string, hooks: readonly (() => void)[]): void {
    for (const hook of hooks) {
      try {
        hook();
      } catch (error) {
        this.options.logger.error({ topic, err: error }, 'message.after_commit_failed');
      }
    }
  }
}
