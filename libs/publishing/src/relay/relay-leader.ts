import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainEvent, RecordedEvent } from '@cds/event-sourcing';
import { BackOff } from '@cds/errors';
import {
  type EventCodec,
  type EventPriority,
  type LogBatch,
  type LogPosition,
  plainCodec,
  readLog,
  type StoredEvent,
} from '@cds/event-store';
import { Latch } from './latch.js';
import { PublishAttempts, type StuckEvent } from './publish-attempts.js';
import { advanceCheckpoint, measurePending, newestOf } from './relay-checkpoint.js';
import type { EventRelayOptions, RelayProgress, RelayTiming } from './relay-options.js';
import { type RelayPace, relayPace } from './relay-pace.js';
import type { RelaySession } from './relay-session.js';
import { withoutSkipped } from './relay-skipped.js';

const HIDDEN_MIN_MS = 2;
const HIDDEN_MAX_MS = 100;
/** Longer than an import takes from one batch to the next. */
const FED_FOR_MS = 3_000;

/** What the relay does for one priority while it holds the lock: read, publish, checkpoint, again. */
export class RelayLeader<E extends DomainEvent> {
  private readonly codec: EventCodec<E>;
  private readonly retry: BackOff;
  private readonly attempts = new PublishAttempts();
  private readonly nothing = new Latch();
  private readonly interrupted: AbortSignal;
  private readonly pace: RelayPace;
  private hiddenWaitMs = HIDDEN_MIN_MS;
  private newest: string | null = null;
  private fedAt = -Infinity;
  private lookedAt = performance.now();
  private reportedStuck: string | undefined;

  constructor(
    private readonly session: RelaySession,
    private readonly priority: EventPriority,
    private checkpoint: LogPosition,
    private readonly options: EventRelayOptions<E>,
    private readonly timing: RelayTiming,
    private readonly stopping: AbortSignal,
  ) {
    this.codec = options.codec ?? plainCodec<E>();
    this.interrupted = AbortSignal.any([stopping, session.lost]);
    this.retry = new BackOff(timing.retryMinMs, timing.retryMaxMs);
    this.pace = relayPace(priority, options, timing);
  }

  /**
   * Returns when the relay stops, after the batch in flight or after `stopPatienceMs`; throws when the lock is lost or
   * the database fails.
   */
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
    this.session.woken[this.priority].clear();
    const startedAt = performance.now();
    const batch = await this.read();
    const last = batch.events.at(-1);
    if (last === undefined) return this.rest(batch);
    this.hiddenWaitMs = HIDDEN_MIN_MS;
    if (!(await this.publish(batch.events.map(({ event }) => event)))) return;
    await this.advance(last, batch.events.length);
    const isFed = this.priority === 'bulk' && (await this.isFed());
    const restMs = this.pace.restMs({ events: batch.events.length, startedAt, isFed });
    await this.pause(restMs - (performance.now() - startedAt));
    if (this.priority === 'live' && !batch.hidden && !batch.limited) await this.untilWoken();
  }

  /** Events are read anew for each attempt: what was erased or skipped meanwhile is not published. */
  private read(): Promise<LogBatch<E>> {
    const { events, ...bounds } = this.pace.limits;
    const limits = { ...bounds, events: this.attempts.limit(events) };
    return this.session.use((db) => readLog(db, this.codec, this.checkpoint, limits, this.priority));
  }

  /** Whether more events came just now than may be published in that time. Small imports make no difference. */
  private async isFed(): Promise<boolean> {
    const now = performance.now();
    const enough = this.pace.mostIn(Math.min(now - this.lookedAt, FED_FOR_MS));
    const { newest, written } = await this.session.use((db) => newestOf(db, this.priority, this.newest, enough));
    [this.newest, this.lookedAt, this.fedAt] = [newest, now, written >= enough ? now : this.fedAt];
    return now - this.fedAt < FED_FOR_MS;
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
      return this.untilWoken();
    }
    await this.nothing.wait(this.hiddenWaitMs, this.interrupted);
    this.hiddenWaitMs = Math.min(this.hiddenWaitMs * 2, HIDDEN_MAX_MS);
  }

  /** Returns at once when something was committed since the last read began: that may not have seen it. */
  private untilWoken(): Promise<void> {
    return this.session.woken[this.priority].wait(this.timing.idlePollMs, this.interrupted);
  }

  /** One attempt; false when it failed, after a rest, or when the relay stops before it ends. */
  private async publish(read: readonly RecordedEvent<E>[]): Promise<boolean> {
    this.attempts.begin(read);
    const events = this.attempts.count > 0 ? await this.session.use((db) => withoutSkipped(db, read)) : read;
    try {
      if (events.length > 0 && !(await this.publishUnlessStopped(events))) return false;
      this.attempts.succeeded(read);
      this.retry.reset();
      return true;
    } catch (error) {
      this.failed(error, events);
      await this.nothing.wait(this.retry.next(), this.interrupted);
      return false;
    }
  }

  /** False when the relay stopped and the batch in flight did not end soon after: it is published again later. */
  private async publishUnlessStopped(events: readonly RecordedEvent<E>[]): Promise<boolean> {
    const published = this.options.publish(events).then(() => true);
    const ended = new AbortController();
    const abandoned = this.patience(ended.signal);
    try {
      return await Promise.race([published, abandoned]);
    } finally {
      ended.abort();
      published.catch(() => undefined);
    }
  }

  /** False, some time after the relay stopped; never when `ended` aborts before. */
  private async patience(ended: AbortSignal): Promise<boolean> {
    await new Promise<void>((resolve) => {
      if (this.stopping.aborted) resolve();
      this.stopping.addEventListener('abort', () => resolve(), { signal: ended });
    });
    await sleep(this.timing.stopPatienceMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
    return false;
  }

  private failed(error: unknown, events: readonly RecordedEvent<E>[]): void {
    this.attempts.failed(events, error);
    const { logger, name } = this.options;
    const what = { err: error, relay: name, priority: this.priority, attempt: this.attempts.count };
    logger.warn({ ...what, events: events.length }, 'relay.publish_failed');
    const { stuck } = this.attempts;
    this.report({ published: 0, pending: null, oldestPendingMs: null });
    if (stuck && stuck.eventId !== this.reportedStuck) logger.error({ ...what, ...namesOf(stuck) }, 'relay.stuck');
    this.reportedStuck = stuck?.eventId;
  }

  private async advance({ transactionId, position }: StoredEvent<E>, published: number): Promise<void> {
    const { name } = this.options;
    await this.session.use((db) => advanceCheckpoint(db, name, this.priority, { transactionId, position }));
    this.checkpoint = { transactionId, position };
    this.report({ published, pending: null, oldestPendingMs: null });
  }

  /** Runs beside a publication too, so that what waits is seen while the broker is away. */
  private async measure(): Promise<void> {
    try {
      const waiting = await this.session.use((db) => measurePending(db, this.priority, this.checkpoint));
      this.report({ published: 0, ...waiting });
    } catch (error) {
      const what = { err: error, relay: this.options.name, priority: this.priority };
      this.options.logger.warn(what, 'relay.measure_failed');
    }
  }

  private report(progress: Pick<RelayProgress, 'published' | 'pending' | 'oldestPendingMs'>): void {
    const { priority, attempts } = this;
    this.options.onProgress?.({ priority, leading: true, stuck: attempts.stuck, ...progress });
  }
}

const namesOf = ({ eventId, streamId, version }: StuckEvent) => ({
  event_id: eventId,
  stream_id: streamId,
  version,
});
