import type { Consumer } from 'kafkajs';
import { backOffMs } from './back-off.js';
import type { ConsumerMetrics } from './consumer-metrics.js';
import type { Place } from './consumer-offsets.js';
import type { MessagingLogger } from './messaging-logger.js';
import type { PlacedPartition } from './place-partitions.js';

export interface AssignmentOptions {
  readonly consumer: Pick<Consumer, 'pause' | 'resume' | 'seek'>;
  /** Where the group's partitions are now this consumer's. */
  readonly partitions: Readonly<Record<string, readonly number[]>>;
  readonly findPlaces: (topic: string, partitions: readonly number[]) => Promise<PlacedPartition[]>;
  readonly metrics: ConsumerMetrics;
  readonly logger: MessagingLogger;
}

const RETRY_CAP_MS = 15_000;
const keyOf = (topic: string, partition: number): string => `${topic}/${partition}`;

/**
 * The partitions that a consumer has until the next rebalance. Each is paused until the database has told where it goes
 * on; one in trouble is paused, and placed again after a back-off, while the others go on.
 */
export class Assignment {
  private readonly places = new Map<string, { place: Place; position: bigint }>();
  private readonly failures = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private ended = false;

  constructor(private readonly options: AssignmentOptions) {}

  begin(): void {
    for (const [topic, partitions] of Object.entries(this.options.partitions)) {
      if (partitions.length === 0) continue;
      this.options.consumer.pause([{ topic, partitions: [...partitions] }]);
      void this.place(topic, partitions);
    }
  }

  /** Another consumer's, or nobody's, from now on. */
  end(): void {
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const [topic, partitions] of Object.entries(this.options.partitions)) {
      for (const partition of partitions) this.options.metrics.forget(topic, partition);
    }
  }

  get isCurrent(): boolean {
    return !this.ended;
  }

  /**
   * Undefined while it is not known where the partition goes on: whatever was fetched of it is then to be left alone.
   */
  placeOf(topic: string, partition: number): Place | undefined {
    return this.places.get(keyOf(topic, partition))?.place;
  }

  positionOf(topic: string, partition: number): bigint {
    return this.places.get(keyOf(topic, partition))?.position ?? 0n;
  }

  advance(topic: string, partition: number, nextOffset: bigint): void {
    this.failures.delete(keyOf(topic, partition));
    const at = this.places.get(keyOf(topic, partition));
    if (at !== undefined && at.position < nextOffset) at.position = nextOffset;
  }

  /** Tries again, from what the database then says: after a back-off when something failed, else at once. */
  again(topic: string, partition: number, failure?: { error: unknown }): void {
    if (this.ended) return;
    this.places.delete(keyOf(topic, partition));
    this.options.consumer.pause([{ topic, partitions: [partition] }]);
    if (failure === undefined) {
      void this.place(topic, [partition]);
      return;
    }
    const attempt = this.failures.get(keyOf(topic, partition)) ?? 0;
    this.failures.set(keyOf(topic, partition), attempt + 1);
    this.placeLater(topic, [partition], failure.error, attempt);
  }

  private async place(topic: string, partitions: readonly number[], attempt = 0): Promise<void> {
    try {
      const placed = await this.options.findPlaces(topic, partitions);
      if (this.ended) return;
      for (const { clusterId, partition, offset, waiting } of placed) {
        this.places.set(keyOf(topic, partition), { place: { clusterId, topic, partition }, position: offset });
        this.options.metrics.waiting(topic, partition, waiting);
        this.options.consumer.seek({ topic, partition, offset: String(offset) });
      }
      this.options.consumer.resume([{ topic, partitions: [...partitions] }]);
    } catch (error) {
      this.placeLater(topic, partitions, error, attempt);
    }
  }

  private placeLater(topic: string, partitions: readonly number[], error: unknown, attempt: number): void {
    if (this.ended) return;
    this.options.metrics.retried(topic);
    const retryInMs = backOffMs(attempt, RETRY_CAP_MS);
    this.options.logger.warn({ topic, partitions, attempt, retry_in_ms: retryInMs, err: error }, 'consumer.retrying');
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.place(topic, partitions, attempt + 1);
    }, retryInMs);
    this.timers.add(timer);
  }
}
