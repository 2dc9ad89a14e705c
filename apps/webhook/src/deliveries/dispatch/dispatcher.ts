import { Clock, ServiceLogger } from '@cds/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DELIVERY_LIMITS, type DeliveryLimits } from '../delivery-limits.js';
import { type Admission, withRoom } from './admission.js';
import { type Claim, type DueMessage, DueMessages } from './due-messages.js';
import { PeerInstances } from './peer-instances.js';
import { SendMessage } from './send-message.js';
import { Slots } from './slots.js';
import { InFlight } from './in-flight.js';
import { WakeUp } from './wake-up.js';
import { WakeUps } from './wake-ups.js';

/**
 * Sends due messages as soon as there is room for them. It learns of them from the consumer that wrote them, from the
 * attempts it made, from other instances that have no room, and by looking at all queues: when the earliest message is
 * due, at the latest after `lookEveryMs`, and never twice within `lookPauseMs`. One claim runs at a time; requests run
 * beside it.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Endpoints that may have due messages, in the order in which they get their turn. */
  private readonly endpointsWithDueMessages = new Set<string>();
  private readonly slots: Slots;
  private readonly alarm = new WakeUp(() => this.look());
  /** When endpoints with a rate may be sent more. */
  private readonly nextSlots = new WakeUps((endpointId) => this.wake([endpointId]));
  private readonly inFlight = new InFlight();
  private mustLook = false;
  private lookedAt = -Infinity;
  private isClaiming = false;
  private claiming = Promise.resolve();
  private isRunning = false;

  constructor(
    private readonly due: DueMessages,
    private readonly sender: SendMessage,
    private readonly others: PeerInstances,
    private readonly logger: ServiceLogger,
    private readonly clock: Clock,
    @Inject(DELIVERY_LIMITS) private readonly limits: DeliveryLimits,
  ) {
    this.slots = new Slots(limits.slots);
  }

  onApplicationBootstrap(): void {
    this.isRunning = true;
    this.others.listen(() => this.look());
    this.look();
  }

  /**
   * Claims nothing more, lets requests finish for a while, and gives back those that did not: another copy sends them
   * at once.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.isRunning = false;
    this.alarm.cancel();
    this.nextSlots.cancel();
    await this.others.close();
    await this.claiming;
    await this.inFlight.finish(this.limits.drainMs);
  }

  /** Messages for these endpoints were committed. */
  wake(endpointIds: Iterable<string>): void {
    for (const id of endpointIds) this.endpointsWithDueMessages.add(id);
    this.begin();
  }

  /**
   * Which of new messages, given by their endpoints, can be sent as soon as they are committed: those may be written
   * with a lease, which spares a claim. A message takes its turn behind others of its endpoint that are due. Null
   * stands for a message that only a claim may send.
   */
  admit(endpointIds: readonly (string | null)[]): Admission {
    const canSend = (id: string): boolean => this.isRunning && !this.endpointsWithDueMessages.has(id);
    const isLeased = withRoom(endpointIds, this.slots, canSend);
    return { isLeased, leaseUntil: this.leaseEnd(this.clock.now()) };
  }

  /** Sends messages that were written with a lease, once they are committed; without room it gives the lease back. */
  sendLeased(messages: readonly DueMessage[]): void {
    for (const message of messages) {
      if (this.isRunning && this.slots.roomFor(message.endpointId) > 0) this.send(message);
      else void this.giveBack(message);
    }
  }

  private async giveBack(message: DueMessage): Promise<void> {
    if (await this.sender.giveBack(message)) this.wake([message.endpointId]);
  }

  private leaseEnd(now: Date): Date {
    return new Date(now.getTime() + this.limits.leaseMs);
  }

  /**
   * Messages may be due that this copy knows nothing of. With thousands of retries ahead that is so every moment, and a
   * look costs a probe of each queue: looks keep a pause between them.
   */
  private look(): void {
    const pauseMs = this.lookedAt + this.limits.lookPauseMs - performance.now();
    if (pauseMs > 0) {
      this.alarm.within(pauseMs);
      return;
    }
    this.mustLook = true;
    this.begin();
  }

  private begin(): void {
    if (!this.isRunning || this.isClaiming) return;
    this.isClaiming = true;
    this.claiming = this.claimAll();
  }

  /** Leaves the loop and resets the flag in one step: a wake-up meanwhile is either seen here or begins a new loop. */
  private async claimAll(): Promise<void> {
    try {
      while (this.isRunning) {
        if (this.mustLook) await this.findQueues();
        const claims = this.claims();
        if (claims.length > 0) await this.claim(claims);
        else if (!this.mustLook) break;
      }
      if (this.endpointsWithDueMessages.size > 0) this.others.call();
    } catch (error) {
      this.logger.event('delivery.claim_failed', { err: error }, 'warn');
      this.mustLook = true;
      this.alarm.within(this.limits.retryClaimMs);
    } finally {
      this.isClaiming = false;
    }
  }

  private async findQueues(): Promise<void> {
    this.mustLook = false;
    this.lookedAt = performance.now();
    this.alarm.within(this.limits.lookEveryMs);
    const queues = await this.due.queues();
    const now = this.clock.now().getTime();
    for (const { endpointId, dueAt } of queues) {
      if (dueAt.getTime() <= now) this.endpointsWithDueMessages.add(endpointId);
      else this.alarm.within(dueAt.getTime() - now);
    }
  }

  private claims(): Claim[] {
    const claims: Claim[] = [];
    let reserved = 0;
    for (const endpointId of this.endpointsWithDueMessages) {
      const room = this.slots.roomFor(endpointId, reserved);
      if (room > 0) claims.push({ endpointId, room });
      reserved += room;
    }
    return claims;
  }

  private async claim(claims: readonly Claim[]): Promise<void> {
    for (const { endpointId } of claims) this.endpointsWithDueMessages.delete(endpointId);
    const now = this.clock.now();
    const { messages, skipped, slots } = await this.due.claim(claims, now, this.leaseEnd(now));
    const got = new Map<string, number>();
    for (const message of messages) {
      got.set(message.endpointId, (got.get(message.endpointId) ?? 0) + 1);
      this.send(message);
    }
    for (const { endpointId, isTaken, nextMs } of slots)
      if (!isTaken || got.has(endpointId)) this.nextSlots.within(endpointId, nextMs);
    for (const { endpointId, room } of claims) {
      // Whoever filled its room may have more.
      if (skipped > 0 || (got.get(endpointId) ?? 0) >= room) this.endpointsWithDueMessages.add(endpointId);
    }
  }

  private send(message: DueMessage): void {
    const { endpointId } = message;
    const slot = this.slots.take(endpointId);
    this.inFlight.begin(async (cancelled) => {
      const nextAttemptAt = await this.sender.execute(message, cancelled, () => {
        slot.answered();
        if (this.endpointsWithDueMessages.has(endpointId)) this.begin();
      });
      slot.free();
      // The next message of its subject may be due.
      if (message.isOrdered) this.endpointsWithDueMessages.add(endpointId);
      if (nextAttemptAt) this.expect(endpointId, nextAttemptAt.getTime() - this.clock.now().getTime());
      if (this.endpointsWithDueMessages.size > 0) this.begin();
    });
  }

  /** The endpoint has a message that is due in `ms`. */
  private expect(endpointId: string, ms: number): void {
    if (ms <= 0) this.endpointsWithDueMessages.add(endpointId);
    else this.alarm.within(ms);
  }
}
