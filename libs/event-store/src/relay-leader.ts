import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { BackOff } from '@cds/postgres';
import { type EventCodec, plainCodec } from './event-codec.js';
import type { EventPriority } from './event-priority.js';
import { Latch } from './latch.js';
import { type LogBatch, type LogPosition, type StoredEvent, readLog } from './read-log.js';
import { advanceCheckpoint, measurePending, newestOf } from './relay-checkpoint.js';
import type { EventRelayOptions, RelayTiming } from './relay-options.js';
import { type RelayPace, relayPace } from './relay-pace.js';
import type { RelaySession } from './relay-session.js';

const HIDDEN_MIN_MS = 2;
const HIDDEN_MAX_MS = 100;
/** Longer than an import takes from one batch to the next. */
const FED_FOR_MS = 3_000;

/** What the relay does in one lane while it holds the lock: read, publish, checkpoint, again. */
export class RelayLeader<E extends DomainEvent> {
  private readonly codec: EventCodec<E>;
  private readonly retry: BackOff;
  private readonly nothing = new Latch();
  private readonly interrupted: AbortSignal;
  private readonly pace: RelayPace;
  private hiddenWaitMs = HIDDEN_MIN_MS;
  private newest: string | null = null;
  private fedAt = -Infinity;

  constructor(
    private readonly session: RelaySession,
    private readonly lane: EventPriority,
    private checkpoint: LogPosition,
    private readonly options: EventRelayOptions<E>,
    private readonly timing: RelayTiming,
    private readonly stopping: AbortSignal,
  ) {
    this.codec = options.codec ?? plainCodec<E>();
    this.interrupted = AbortSignal.any([stopping, session.lost]);
    this.retry = new BackOff(timing.retryMinMs, timing.retryMaxMs);
    this.pace = relayPace(lane, options, timing);
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
    this.session.woken[this.lane].clear();
    const startedAt = performance.now();
    const batch = await this.session.use((db) => readLog(db, this.codec, this.checkpoint, this.pace.limits, this.lane));
    const last = batch.events.at(-1);
    if (last === undefined) return this.rest(batch);
    this.hiddenWaitMs = HIDDEN_MIN_MS;
    if (await this.publish(batch.events.map(({ event }) => event))) await this.advance(last, batch.events.length);
    const isFed = this.lane === 'bulk' && (await this.isFed());
    await this.pause(this.pace.restMs(batch.events.length, isFed) - (performance.now() - startedAt));
  }

  /** Whether events came into the lane just now. */
  private async isFed(): Promise<boolean> {
    const newest = await this.session.use((db) => newestOf(db, this.lane));
    if (newest !== this.newest) this.fedAt = performance.now();
    this.newest = newest;
    return performance.now() - this.fedAt < FED_FOR_MS;
  }

  private async pause(ms: number): Promise<void> {
    if (ms > 0) await this.nothing.wait(ms, this.interrupted);
  }

  /**
   * Events that wait for an older transaction are looked for again soon, though never sooner than as long again as they
   * have waited.
   */
  private async rest({ hidden }: LogBatch<E>): Promise<void> {
    if (!hidden) {
      this.hiddenWaitMs = HIDDEN_MIN_MS;
      return this.session.woken[this.lane].wait(this.timing.idlePollMs, this.interrupted);
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
        this.options.logger.warn(
          { err: error, relay: this.options.name, lane: this.lane, attempt, events: events.length },
          'relay.publish_failed',
        );
        await this.nothing.wait(this.retry.next(), this.interrupted);
      }
    }
    return false;
  }

  private async advance({ transactionId, position }: StoredEvent<E>, published: number): Promise<void> {
    await this.session.use((db) => advanceCheckpoint(db, this.options.name, this.lane, { transactionId, position }));
    this.checkpoint = { transactionId, position };
    this.options.onProgress?.({ lane: this.lane, leading: true, published, pending: null, oldestPendingMs: null });
  }

  /** Runs beside a publication too, so that what waits is seen while the broker is away. */
  private async measure(): Promise<void> {
    try {
      const waiting = await this.session.use((db) => measurePending(db, this.lane, this.checkpoint));
      this.options.onProgress?.({ lane: this.lane, leading: true, published: 0, ...waiting });
    } catch (error) {
      this.options.logger.warn({ err: error, relay: this.options.name, lane: this.lane }, 'relay.measure_failed');
    }
  }
}
