import type { Consumer } from 'kafkajs';
import type { MessagingLogger } from '@cds/kafka';

/** A commit costs the broker a write to its disk, and nobody who watches lag looks more often. */
const INTERVAL_MS = 1_000;

/**
 * Commits offsets to Kafka, for the tools that watch lag: the first one `INTERVAL_MS` after it was reached, with all
 * that was reached until then. The database is what counts, so a failure has no consequence.
 */
export class OffsetReports {
  private readonly reached = new Map<string, { topic: string; partition: number; offset: string }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly consumer: Pick<Consumer, 'commitOffsets'>,
    private readonly logger: MessagingLogger,
  ) {}

  note(topic: string, partition: number, nextOffset: bigint): void {
    this.reached.set(`${topic}/${partition}`, { topic, partition, offset: String(nextOffset) });
    this.timer ??= setTimeout(() => void this.commit(), INTERVAL_MS).unref();
  }

  /** Commits what was noted and not yet committed. Never rejects. */
  async commit(): Promise<void> {
    this.cancel();
    const offsets = [...this.reached.values()];
    this.reached.clear();
    if (offsets.length === 0) return;
    try {
      await this.consumer.commitOffsets(offsets);
    } catch (error) {
      this.logger.debug({ offsets, err: error }, 'consumer.commit_failed');
    }
  }

  /** Commits nothing more: the partitions may be another consumer's. */
  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
