import { AppError } from '@cds/errors';
import { type Cause, causeOf } from '@cds/tracing';
import type { BulkWrite } from './bulk-write.js';

/** A request whose writes wait to be committed. */
export interface Writer {
  readonly key: string;
  readonly build: () => readonly BulkWrite[];
  readonly weight: number;
  readonly queuedAt: number;
  readonly cause: Cause | undefined;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  /** What was built when it was sent last. */
  writes: readonly BulkWrite[];
}

export interface QueuedWritersOptions {
  readonly maxBatch: number;
  readonly maxWeight: number;
  readonly maxQueued: number;
  readonly maxWaitMs: number;
}

/** The writers that wait for a statement, oldest first. None waits longer than `maxWaitMs`. */
export class QueuedWriters {
  /** Why the last attempt to get a connection failed. */
  failure: unknown;
  private writers: Writer[] = [];
  private expiring: NodeJS.Timeout | undefined;

  constructor(private readonly options: QueuedWritersOptions) {}

  get length(): number {
    return this.writers.length;
  }

  /** How long the first one has waited; 0 when there is none. */
  get oldestMs(): number {
    const [oldest] = this.writers;
    return oldest ? performance.now() - oldest.queuedAt : 0;
  }

  /** Resolves or rejects as the writer is settled; rejects with `service.unavailable` when too many wait. */
  async add(key: string, build: () => readonly BulkWrite[], weight: number): Promise<void> {
    if (this.writers.length >= this.options.maxQueued) throw unavailable('Too many writes wait for the database.');
    return new Promise<void>((resolve, reject) => {
      const queued = { queuedAt: performance.now(), cause: causeOf(), resolve, reject };
      this.writers.push({ key, build, weight, ...queued, writes: [] });
      this.expireLater();
    });
  }

  /** The next group, at most one writer of each key; one that is too heavy goes alone. */
  take(): Writer[] {
    const group = new Map<string, Writer>();
    const later: Writer[] = [];
    let [taken, weight] = [0, 0];
    for (const writer of this.writers) {
      if (group.size >= this.options.maxBatch) break;
      if (group.size > 0 && weight + writer.weight > this.options.maxWeight) break;
      taken += 1;
      if (group.has(writer.key)) later.push(writer);
      else {
        group.set(writer.key, writer);
        weight += writer.weight;
      }
    }
    this.writers = [...later, ...this.writers.slice(taken)];
    return [...group.values()];
  }

  /** These go first again; their time runs on. */
  putBack(writers: readonly Writer[]): void {
    this.writers.unshift(...writers);
    this.expireLater();
  }

  private expireLater(): void {
    this.expiring ??= setTimeout(
      () => {
        this.expiring = undefined;
        this.expire();
        if (this.writers.length > 0) this.expireLater();
      },
      Math.max(this.options.maxWaitMs - this.oldestMs, 1),
    ).unref();
  }

  private expire(): void {
    const since = performance.now() - this.options.maxWaitMs;
    while (this.writers[0] && this.writers[0].queuedAt <= since) {
      this.writers.shift()?.reject(unavailable('The database did not take the write in time.', this.failure));
    }
  }
}

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError({ code: 'service.unavailable', kind: 'unavailable', message, retryAfterSeconds: 1, cause });
