import { AppError } from '@cds/errors';
import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import type { BatchContext, VersionGap } from './batch-context.js';
import type { ReceivedEvent, ParserOf, MessagingLogger, Source } from '@cds/kafka';
import type { ConsumerMetrics, MessageOutcome } from './consumer-metrics.js';
import { type ClusterTopic, lockOffsets, storeOffsets } from '@cds/consumer-offsets';
import { readEvents } from './read-events.js';
import { reachedIn, sizeOf, type SliceResult, type Slices, unhandledIn, type UnhandledSlice } from './slice.js';

/** A process that hangs neither holds the row of a partition for ever nor waits for one for ever. */
const TIME_LIMITS = { idleTimeoutMs: 30_000, lockTimeoutMs: 10_000 };

export type EventsHandler = (topic: string, events: readonly ReceivedEvent[], context: BatchContext) => Promise<void>;

export interface SliceTransactionOptions {
  readonly pool: pg.Pool;
  readonly handle: EventsHandler;
  readonly parse: ParserOf;
  readonly sources: ReadonlyMap<string, Source>;
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
}

/** A consumer that begins in the middle of a topic finds a gap in each subject. */
const MAX_GAPS_LOGGED = 20;

type Counts = Partial<Record<MessageOutcome, number>>;

interface Work {
  readonly counts: Counts;
  readonly asynchronousCommit: boolean;
}

/**
 * Handles slices and stores the offsets after them, in one transaction. The offsets' rows are locked first: a consumer
 * that lost a partition and the one that got it take turns, and what one did the other skips.
 */
export class SliceTransaction {
  constructor(private readonly options: SliceTransactionOptions) {}

  /** Throws whatever the handler throws, and `MalformedMessage`; nothing is stored then. */
  async apply(slices: Slices): Promise<SliceResult> {
    const { topic } = slices[0].batch.topicPartition;
    const afterCommit: (() => void)[] = [];
    const result = await this.store(slices, (tx, fresh) => this.handleFresh(tx, fresh, afterCommit));
    if (result === 'applied') this.runHooks(topic, afterCommit);
    return result;
  }

  /** Moves on past messages that were put aside. */
  skip(slices: Slices): Promise<SliceResult> {
    return this.store(slices, (_, fresh) =>
      Promise.resolve({ counts: { dead_lettered: sizeOf(fresh) }, asynchronousCommit: false }),
    );
  }

  private async handleFresh(tx: pg.PoolClient, fresh: Slices, afterCommit: (() => void)[]): Promise<Work> {
    let asynchronousCommit = false;
    const [{ batch: anyBatch }] = fresh;
    const { topicPartition } = anyBatch;
    const { topic } = topicPartition;
    const source = this.options.sources.get(topic) ?? { topic, handledAs: topic, kind: 'origin' };
    const events = fresh.flatMap(({ batch, messages }) =>
      readEvents(messages, source, batch.topicPartition.partition, this.options.parse),
    );
    if (events.length > 0) {
      if (source.kind !== 'origin') await this.lockOrigins(tx, topicPartition, events);
      const context: BatchContext = {
        tx,
        topic: source.handledAs,
        traceparent: null,
        heartbeat: () => anyBatch.heartbeat(),
        afterCommit: (fn) => void afterCommit.push(fn),
        commitAsynchronously: () => (asynchronousCommit = true),
        noticeVersionGaps: (gaps) => void afterCommit.push(() => this.reportVersionGaps(source.handledAs, gaps)),
      };
      await this.options.handle(source.handledAs, events, context);
    }
    return { counts: { handled: events.length, passed_over: sizeOf(fresh) - events.length }, asynchronousCommit };
  }

  private async store(slices: Slices, work: (tx: pg.PoolClient, fresh: Slices) => Promise<Work>): Promise<SliceResult> {
    const { topicPartition } = slices[0].batch;
    let begun = false;
    const done = await inTransaction(
      this.options.pool,
      async (tx) => {
        const stored = await lockOffsets(
          tx,
          topicPartition,
          slices.map(({ batch }) => batch.topicPartition.partition),
        );
        const unhandled: UnhandledSlice[] = [];
        for (const slice of slices) {
          const found = unhandledIn(stored.get(slice.batch.topicPartition.partition), slice);
          if (typeof found === 'string') return found;
          unhandled.push(found);
        }
        const [first, ...others] = unhandled.filter(({ messages }) => messages.length > 0);
        if (first === undefined) return { unhandled, counts: {} };
        begun = true;
        const { counts, ...options } = await work(tx, [first, ...others]);
        await storeOffsets(tx, topicPartition, new Map([first, ...others].flatMap(reachedIn)), options);
        return { unhandled, counts };
      },
      TIME_LIMITS,
    ).catch((error: unknown) => {
      // What goes wrong before the handler had its turn is no message's fault.
      throw begun
        ? error
        : new AppError({
            code: 'service.unavailable',
            kind: 'unavailable',
            message: 'The offset cannot be read.',
            cause: error,
          });
    });
    if (typeof done === 'string') return done;
    for (const { batch, nextOffset } of done.unhandled) batch.advance(nextOffset);
    this.count(topicPartition.topic, { ...done.counts, duplicate: sizeOf(slices) - sizeOf(done.unhandled) });
    return 'applied';
  }

  /** A replayed or backfilled event takes turns with the ordinary batches of its subject's partition. */
  private async lockOrigins(
    tx: pg.PoolClient,
    { clusterId, topic }: ClusterTopic,
    events: readonly ReceivedEvent[],
  ): Promise<void> {
    await lockOffsets(tx, { clusterId, topic: events[0]?.topic ?? topic }, [
      ...new Set(events.map(({ partition }) => partition)),
    ]);
  }

  private count(topic: string, counts: Counts): void {
    for (const [outcome, count] of Object.entries(counts))
      this.options.metrics.done(topic, outcome as MessageOutcome, count);
  }

  /** After the commit, so that a batch that is tried again counts once. */
  private reportVersionGaps(topic: string, gaps: readonly VersionGap[]): void {
    this.options.metrics.versionGaps(topic, gaps.length);
    for (const { subject, from, to } of gaps.slice(0, MAX_GAPS_LOGGED))
      this.options.logger.warn({ topic, subject, from, to }, 'consumer.version_gap');
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
