import type { DomainEvent } from '@cds/event-sourcing';
import { BackOff, withJitter } from '@cds/errors';
import { channelOf, type EventPriority, PRIORITIES } from '@cds/event-store';
import { Latch } from './latch.js';
import { openCheckpoint } from './relay-checkpoint.js';
import { RelayLeader } from './relay-leader.js';
import { DEFAULT_TIMING, type EventRelayOptions, type RelayTiming } from './relay-options.js';
import { RelaySession } from './relay-session.js';

/**
 * Hands every event of the log to `publish`, at least once, each stream in the order of its versions, none skipped:
 * whatever the order of commits, whoever crashes, however often `publish` fails. After a crash the events since the
 * last checkpoint come again, in the same order. A leader that is cut off from the database may still be sending its
 * batch in flight while its successor sends, so who consumes skips the versions it has.
 *
 * Of all relays with one name on one database one leads; the others stand by and take over within `standbyPollMs` of
 * the server seeing its connection end, at once when it stopped in good order.
 *
 * A live event is published milliseconds after a wake-up, or within `idlePollMs` without one, but not before the
 * transactions that wrote to the log before it have ended: keep those short. Transactions that write elsewhere hold
 * nothing back. A bulk event waits for all bulk events before it, at `bulkPerSecond`.
 */
export class EventRelay<E extends DomainEvent> {
  private readonly timing: RelayTiming;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private leading: RelaySession | undefined;

  constructor(private readonly options: EventRelayOptions<E>) {
    channelOf(options.name);
    this.timing = { ...DEFAULT_TIMING, ...options.timing };
  }

  /**
   * Begins at once and never fails: what goes wrong is logged and tried again. A relay that was stopped stays stopped.
   */
  start(): void {
    this.running ??= this.run();
  }

  /**
   * Finishes the batch in flight, lets a stand-by take over, and resolves when all is done. A batch that does not end
   * within `stopPatienceMs` is left alone, and published again by the next leader.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Whether this relay is the one that publishes, as far as it knows. */
  isLeading(): boolean {
    return this.leading !== undefined;
  }

  /** Makes it look for events now, if it leads. */
  wake(): void {
    this.leading?.woken.live.set();
  }

  private async run(): Promise<void> {
    const backOff = new BackOff(this.timing.retryMinMs, this.timing.retryMaxMs);
    const pause = new Latch();
    while (!this.stopping.signal.aborted) {
      const startedAt = performance.now();
      try {
        await this.takePart();
      } catch (error) {
        this.options.logger.error({ err: error, relay: this.options.name }, 'relay.failed');
        this.options.onFailure?.(error);
        if (performance.now() - startedAt > this.timing.retryMaxMs) backOff.reset();
        await pause.wait(backOff.next(), this.stopping.signal);
      }
    }
  }

  /** One connection's life: stand by, lead, hand over. Returns when the relay stops, throws when anything fails. */
  private async takePart(): Promise<void> {
    const session = await RelaySession.open(this.options.connection, this.options.name);
    try {
      if (await this.standBy(session)) await this.lead(session);
    } finally {
      await session.close();
    }
  }

  /** True once it leads; false when the relay stops. */
  private async standBy(session: RelaySession): Promise<boolean> {
    const interrupted = AbortSignal.any([this.stopping.signal, session.lost]);
    while (!this.stopping.signal.aborted) {
      if (await session.tryToLead()) return true;
      this.report(false);
      await session.handedOver.wait(withJitter(this.timing.standbyPollMs), interrupted);
      session.lost.throwIfAborted();
    }
    return false;
  }

  private async lead(session: RelaySession): Promise<void> {
    const failed = new AbortController();
    const stopping = AbortSignal.any([this.stopping.signal, failed.signal]);
    const leaders = [await this.leaderOf('live', session, stopping), await this.leaderOf('bulk', session, stopping)];
    this.leading = session;
    try {
      await allOrNone(leaders, failed);
      await session.handOver();
    } finally {
      this.leading = undefined;
      this.report(false);
    }
  }

  private async leaderOf(
    priority: EventPriority,
    session: RelaySession,
    stopping: AbortSignal,
  ): Promise<RelayLeader<E>> {
    const checkpoint = await session.use((db) => openCheckpoint(db, this.options.name, priority));
    this.options.logger.info(
      { relay: this.options.name, priority, position: String(checkpoint.position) },
      'relay.leading',
    );
    return new RelayLeader(session, priority, checkpoint, this.options, this.timing, stopping);
  }

  private report(leading: boolean): void {
    for (const priority of Object.keys(PRIORITIES) as EventPriority[])
      this.options.onProgress?.({ priority, leading, published: 0, pending: null, oldestPendingMs: null, stuck: null });
  }
}

/** A leader that fails ends the other one in good order: after its batch in flight, and before the lock goes. */
const allOrNone = async (leaders: readonly { lead(): Promise<void> }[], failed: AbortController): Promise<void> => {
  const ends = leaders.map((leader) =>
    leader.lead().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  await Promise.allSettled(ends);
  await Promise.all(ends);
};
