import { setImmediate as afterwards } from 'node:timers/promises';

/**
 * Gathers what kafkajs hands over at the same moment, partition by partition, into poll batches. One poll batch runs at
 * a time: what comes meanwhile is the next one.
 */
export class PollBatchGatherer<T> {
  private gathered: T[] = [];
  private next: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly run: (pollBatch: readonly T[]) => Promise<void>) {}

  /** Settles as the poll batch does that `one` is in. */
  add(one: T): Promise<void> {
    this.gathered.push(one);
    this.next ??= this.begin();
    return this.next;
  }

  private async begin(): Promise<void> {
    await Promise.all([this.last, afterwards()]);
    const pollBatch = this.gathered;
    this.gathered = [];
    this.next = undefined;
    const running = this.run(pollBatch);
    this.last = running.catch(() => undefined);
    await running;
  }
}
