import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { BackOff } from './back-off.js';
import { type EventCodec, plainCodec } from './event-codec.js';
import { Latch } from './latch.js';
import { type LogBatch, type LogPosition, type StoredEvent, readLog } from './read-log.js';
import { advanceCheckpoint, measurePending } from './relay-checkpoint.js';
import type { EventRelayOptions, RelayTiming } from './relay-options.js';
import type { RelaySession } from './relay-session.js';

const BATCH_SIZE = 500;
const GATHER_PER_EVENT_MS = 10;
const HIDDEN_MIN_MS = 2;
const HIDDEN_MAX_MS = 100;

/** What the relay does while it holds the lock: read, publish, checkpoint, again. */
export class RelayLeader<E extends DomainEvent> {
  private readonly codec: EventCodec<E>;
  private readonly retry: BackOff;
  private readonly nothing = new Latch();
  private readonly interrupted: AbortSignal;
  private hiddenWaitMs = HIDDEN_MIN_MS;

  constructor(
    private readonly session: RelaySession,
    private checkpoint: LogPosition,
    private readonly options: EventRelayOptions<E>,
    private readonly timing: RelayTiming,
    private readonly stopping: AbortSignal,
  ) {
    this.codec = options.codec ?? plainCodec<E>();
    this.interrupted = AbortSignal.any([stopping, session.lost]);
    this.retry = new BackOff(timing.retryMinMs, timing.retryMaxMs);
  }

  /** Returns when the relay stops, after the batch in flight; throws when the lock is lost or the database fails. */
  async lead(): Promise<void> {
    const measuring = setInterval(() => void this.measure(), this.timing.measureMs);
    try {
      await this.measure();
      while (!this.stopping.aborted) await this.step();
    } finally {
      clearInterval(measuring);
    }
  }

  private async step(): Promise<void> {
    this.session.lost.throwIfAborted();
    this.session.woken.clear();
    const startedAt = performance.now();
    const limit = this.options.batchSize ?? BATCH_SIZE;
    const batch = await readLog(this.session.db, this.codec, this.checkpoint, limit);
    const last = batch.events.at(-1);
    if (last === undefined) return this.rest(batch);
    this.hiddenWaitMs = HIDDEN_MIN_MS;
    if (await this.publish(batch.events.map(({ event }) => event))) await this.advance(last, batch.events.length);
    if (batch.events.length < limit) await this.gather(batch.events.length, startedAt);
  }

  /**
   * Lets events gather: each batch costs the broker and every consumer the same, however few events it has. The busier the
   * log, the longer, up to a fifth of a second: then writers need the processor more than readers need the last moment.
   */
  private async gather(events: number, startedAt: number): Promise<void> {
    const { gatherMs, gatherMaxMs } = this.timing;
    const leftMs = Math.min(Math.max(gatherMs, events * GATHER_PER_EVENT_MS), gatherMaxMs) - (performance.now() - startedAt);
    if (leftMs > 0) await this.nothing.wait(leftMs, this.interrupted);
  }

  /** Events that wait for an older transaction are looked for again soon, though never sooner than as long again as they have waited. */
  private async rest({ hidden }: LogBatch<E>): Promise<void> {
    if (!hidden) {
      this.hiddenWaitMs = HIDDEN_MIN_MS;
      return this.session.woken.wait(this.timing.idlePollMs, this.interrupted);
    }
    await this.nothing.wait(this.hiddenWaitMs, this.interrupted);
    this.hiddenWaitMs = Math.min(this.hiddenWaitMs * 2, HIDDEN_MAX_MS);
  }

  /** Tries until it succeeds; false when the relay stops before it does. */
  private async publish(events: readonly RecordedEvent<E>[]): Promise<boolean> {
    for (let attempt = 1; !this.stopping.aborted; attempt += 1) {
      this.session.lost.throwIfAborted();
      try {
        await this.options.publish(events);
        this.retry.reset();
        return true;
      } catch (error) {
        this.options.logger.warn({ err: error, relay: this.options.name, attempt, events: events.length }, 'relay.publish_failed');
        await this.nothing.wait(this.retry.next(), this.interrupted);
      }
    }
    return false;
  }

  private async advance({ transactionId, position }: StoredEvent<E>, published: number): Promise<void> {
    await advanceCheckpoint(this.session.db, this.options.name, { transactionId, position });
    this.checkpoint = { transactionId, position };
    this.options.onProgress?.({ leading: true, published, pending: null, oldestPendingMs: null });
  }

  /** Runs beside a publication too, so that what waits is seen while the broker is away. */
  private async measure(): Promise<void> {
    try {
      this.options.onProgress?.({ leading: true, published: 0, ...(await measurePending(this.session.db, this.checkpoint)) });
    } catch (error) {
      this.options.logger.warn({ err: error, relay: this.options.name }, 'relay.measure_failed');
    }
  }
}
