import type { Consumer } from 'kafkajs';
import { backOffMs } from '@cds/errors';
import type { MessagingLogger } from '@cds/kafka';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { FoundInLog, TopicPartition, StartingPosition } from '@cds/consumer-offsets';
import { OffsetReports } from './offset-reports.js';

export type FindStartingPositions = (
  topic: string,
  partitions: readonly number[],
  found: FoundInLog,
) => Promise<StartingPosition[]>;

/** Why a partition is to be resolved again. */
export type ResolveReason =
  /** `size` messages failed together. */
  | { kind: 'failed'; error: unknown; size: number }
  | { kind: 'offset_mismatch' | 'record_replaced' }
  | { kind: 'offsets_skipped'; to: bigint };

export interface AssignmentOptions {
  readonly consumer: Pick<Consumer, 'pause' | 'resume' | 'seek' | 'commitOffsets'>;
  /** The partitions of the group that are now this consumer's. */
  readonly partitions: Readonly<Record<string, readonly number[]>>;
  readonly findStartingPositions: FindStartingPositions;
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
}

interface Resolving {
  readonly attempt?: number;
  readonly found?: FoundInLog;
}

const [RETRY_MIN_MS, RETRY_MAX_MS] = [100, 15_000];
const keyOf = (topic: string, partition: number): string => `${topic}/${partition}`;

/**
 * The partitions that a consumer has until the next rebalance. Each is paused until its offset has been read from the
 * database. One that fails is paused, and its offset is read again after a back-off, while the others continue.
 */
export class Assignment {
  private readonly positions = new Map<string, { at: TopicPartition; position: bigint }>();
  private readonly failures = new Map<string, { attempts: number; limit: number }>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly reports: OffsetReports;
  private ended = false;

  constructor(private readonly options: AssignmentOptions) {
    this.reports = new OffsetReports(options.consumer, options.logger);
  }

  begin(): void {
    for (const [topic, partitions] of Object.entries(this.options.partitions)) {
      if (partitions.length === 0) continue;
      this.options.consumer.pause([{ topic, partitions: [...partitions] }]);
      void this.resolve(topic, partitions);
    }
  }

  /** From now on the partitions are another consumer's, or nobody's. */
  end(): void {
    this.ended = true;
    this.reports.cancel();
    for (const timer of this.timers) clearTimeout(timer);
    for (const [topic, partitions] of Object.entries(this.options.partitions)) {
      for (const partition of partitions) this.options.metrics.forget(topic, partition);
    }
  }

  get isCurrent(): boolean {
    return !this.ended;
  }

  /** Undefined while the partition's offset is not known: whatever was fetched of it must be ignored then. */
  topicPartitionOf(topic: string, partition: number): TopicPartition | undefined {
    return this.positions.get(keyOf(topic, partition))?.at;
  }

  positionOf(topic: string, partition: number): bigint {
    return this.positions.get(keyOf(topic, partition))?.position ?? 0n;
  }

  /** How many messages to begin with: half of those that failed together the last time, until some succeed. */
  limitOf(topic: string, partition: number): number {
    return this.failures.get(keyOf(topic, partition))?.limit ?? Infinity;
  }

  /** What was handled before and is read again, such as the record before the stored offset, is no progress. */
  advance(topic: string, partition: number, nextOffset: bigint): void {
    const at = this.positions.get(keyOf(topic, partition));
    if (at === undefined || at.position >= nextOffset) return;
    at.position = nextOffset;
    this.failures.delete(keyOf(topic, partition));
  }

  /** Has the position of a partition reported to Kafka. */
  report(topic: string, partition: number): void {
    if (!this.ended) this.reports.note(topic, partition, this.positionOf(topic, partition));
  }

  /** Reports at once what was not reported yet. Never rejects. */
  async reportNow(): Promise<void> {
    if (!this.ended) await this.reports.commit();
  }

  /** Continues from what the database then says: after a back-off when something failed, else at once. */
  resolveAgain(topic: string, partition: number, reason: ResolveReason): void {
    if (this.ended) return;
    this.positions.delete(keyOf(topic, partition));
    this.options.consumer.pause([{ topic, partitions: [partition] }]);
    if (reason.kind !== 'failed') {
      void this.resolve(topic, [partition], { found: foundBy(reason) });
      return;
    }
    const attempt = this.failures.get(keyOf(topic, partition))?.attempts ?? 0;
    this.failures.set(keyOf(topic, partition), { attempts: attempt + 1, limit: Math.ceil(reason.size / 2) });
    this.resolveLater(topic, [partition], reason.error, { attempt });
  }

  private async resolve(
    topic: string,
    partitions: readonly number[],
    { attempt = 0, found = {} }: Resolving = {},
  ): Promise<void> {
    try {
      const positions = await this.options.findStartingPositions(topic, partitions, found);
      if (this.ended) return;
      for (const { clusterId, partition, offset, fetchFrom, waiting } of positions) {
        this.positions.set(keyOf(topic, partition), { at: { clusterId, topic, partition }, position: offset });
        this.options.metrics.waiting(topic, partition, waiting);
        // A consumer that lost the partition, or died, may not have reported what it handled last. Until the next
        // message Kafka would count that as waiting, and a republish run that waits for room would wait for ever.
        this.report(topic, partition);
        this.options.consumer.seek({ topic, partition, offset: String(fetchFrom) });
      }
      this.options.consumer.resume([{ topic, partitions: [...partitions] }]);
    } catch (error) {
      this.resolveLater(topic, partitions, error, { attempt, found });
    }
  }

  private resolveLater(
    topic: string,
    partitions: readonly number[],
    error: unknown,
    { attempt = 0, found = {} }: Resolving,
  ): void {
    if (this.ended) return;
    this.options.metrics.retried(topic);
    const retryInMs = backOffMs(attempt, RETRY_MIN_MS, RETRY_MAX_MS);
    this.options.logger.warn({ topic, partitions, attempt, retry_in_ms: retryInMs, err: error }, 'consumer.retrying');
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.resolve(topic, partitions, { attempt: attempt + 1, found });
    }, retryInMs);
    this.timers.add(timer);
  }
}

const foundBy = (reason: Exclude<ResolveReason, { kind: 'failed' }>): FoundInLog => {
  if (reason.kind === 'offsets_skipped') return { skippedTo: reason.to };
  return { replaced: reason.kind === 'record_replaced' };
};
