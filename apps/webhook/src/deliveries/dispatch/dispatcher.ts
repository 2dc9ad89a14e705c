import { ServiceLogger } from '@cds/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DatabaseClock } from '../../database/database-clock.js';
import { DELIVERY_LIMITS, type DeliveryLimits } from '../delivery-limits.js';
import { HostGate } from '../hosts/host-gate.js';
import { type Admission, withRoom } from './admission.js';
import { afterClaim } from './after-claim.js';
import { type Claim, type DueMessage, DueMessages } from './due-messages.js';
import { InFlight } from './in-flight.js';
import { PeerInstances } from './peer-instances.js';
import type { Receiver } from './receiver.js';
import { ReceiverTurns, type Turn } from './receiver-turns.js';
import { SendMessage } from './send-message.js';
import { Slots } from './slots.js';
import { Spacing } from './spacing.js';
import { WakeUp } from './wake-up.js';
import { WakeUps } from './wake-ups.js';

/**
 * Sends due messages as soon as there is room. It learns of them from the consumer that wrote them, from its attempts,
 * from other instances that have no room, and by looking at all queues: when the earliest message is due, at the latest
 * after `lookEveryMs`, and never twice within `lookPauseMs`. One claim runs at a time.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Those that may have due messages. */
  private readonly turns = new ReceiverTurns();
  private readonly slots: Slots;
  private readonly spacing: Spacing;
  private readonly alarm = new WakeUp(() => this.look());
  /** When endpoints with a rate may be sent more. */
  private readonly nextSlots = new WakeUps((receiver) => this.wake([receiver]));
  private readonly inFlight = new InFlight();
  private mustLook = false;
  private lookedAt = -Infinity;
  private isClaiming = false;
  private claiming = Promise.resolve();
  private isRunning = false;

  constructor(
    private readonly due: DueMessages,
    private readonly sender: SendMessage,
    private readonly gate: HostGate,
    private readonly others: PeerInstances,
    private readonly logger: ServiceLogger,
    private readonly clock: DatabaseClock,
    @Inject(DELIVERY_LIMITS) private readonly limits: DeliveryLimits,
  ) {
    this.slots = new Slots(limits.slots);
    this.spacing = new Spacing(limits.claimPauseMs);
  }

  onApplicationBootstrap(): void {
    this.isRunning = true;
    this.gate.listen((receivers) => this.wake(receivers));
    this.others.listen(() => this.look());
    this.look();
  }

  /** Claims nothing more, lets requests finish for a while, and gives the others back for another copy. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isRunning = false;
    this.alarm.cancel();
    this.nextSlots.cancel();
    this.gate.close();
    await this.others.close();
    await this.claiming;
    await this.inFlight.finish(this.limits.drainMs);
  }

  /** Messages for these endpoints were committed. */
  wake(receivers: Iterable<Receiver>): void {
    for (const receiver of receivers) this.queue(receiver);
    this.begin();
  }

  /**
   * Which of new messages, given by their receivers, can be sent as soon as they are committed: those may be written
   * with a lease, which spares a claim. A message takes its turn behind others of its endpoint that are due. Null
   * stands for a message that only a claim may send.
   */
  admit(receivers: readonly (Receiver | null)[]): Admission {
    const canSend = (id: string): boolean => this.isRunning && !this.turns.has(id) && !this.gate.isWaiting(id);
    const isLeased = withRoom(receivers, this.slots.plan(), canSend);
    return { isLeased, leaseUntil: leaseEnd(this.clock.now(), this.limits) };
  }

  /** Sends messages that were written with a lease, once they are committed; without room it gives the lease back. */
  sendLeased(messages: readonly DueMessage[]): void {
    const send = (message: DueMessage): void => {
      if (this.isRunning && this.slots.room(message) > 0) this.send(message);
      else void this.giveBack(message);
    };
    const asked = messages.filter((message) => !this.gate.isKnown(message));
    for (const message of messages) if (this.gate.isKnown(message)) send(message);
    if (asked.length > 0) this.inFlight.begin(() => this.sendGated(asked, send));
  }

  private async sendGated(messages: readonly DueMessage[], send: (message: DueMessage) => void): Promise<void> {
    const { open, closed } = await this.gate.admit(messages);
    for (const message of open) send(message);
    for (const message of closed) void this.giveBack(message);
  }

  private async giveBack(message: DueMessage): Promise<void> {
    if (await this.sender.giveBack(message)) this.wake([message]);
  }

  /** Messages may be due that this copy knows nothing of. A look probes each queue: looks keep a pause between them. */
  private look(): void {
    const pauseMs = this.lookedAt + this.limits.lookPauseMs - performance.now();
    if (pauseMs > 0) return this.alarm.within(pauseMs);
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
        // Slots that are freed meanwhile are filled by one claim.
        await this.spacing.next();
        const claims = this.claims();
        if (claims.length > 0) await this.claim(claims);
        else if (!this.mustLook) break;
      }
      if (this.turns.size > 0) this.others.call();
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
    for (const { dueAt, ...receiver } of queues) this.expect(receiver, dueAt.getTime() - now);
  }

  private claims(): Claim[] {
    const plan = this.slots.plan();
    return [...this.turns.inOrder()]
      .map((receiver) => ({ ...receiver, room: plan.grant(receiver, this.gate.mostOf(receiver.endpointId)) }))
      .filter(({ room }) => room > 0);
  }

  private async claim(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims) this.turns.done(claim);
    const now = this.clock.now();
    const claimed = await this.due.claim(claims, now, leaseEnd(now, this.limits));
    await this.sendGated(claimed.messages, (message) => this.send(message));
    const { again, later } = afterClaim(claims, claimed);
    for (const [receiver, ms] of later) this.nextSlots.within(receiver, ms);
    for (const receiver of again) this.queue(receiver);
  }

  private send(message: DueMessage): void {
    const { endpointId, accountId } = message;
    const receiver = { endpointId, accountId };
    const slot = this.slots.take(receiver);
    this.inFlight.begin(async (cancelled) => {
      const nextAttemptAt = await this.sender.execute(message, cancelled, (reception) => {
        slot.answered(reception);
        if (reception === 'taken') this.gate.prove(message);
        if (this.turns.size > 0) this.begin();
      });
      slot.free();
      // The next message of its subject may be due.
      if (message.isOrdered) this.queue(receiver);
      if (nextAttemptAt) this.expect(receiver, nextAttemptAt.getTime() - this.clock.now().getTime());
      if (this.turns.size > 0) this.begin();
    });
  }

  /** The receiver has a message that is due in `ms`. */
  private expect(receiver: Receiver, ms: number): void {
    if (ms <= 0) this.queue(receiver);
    else this.alarm.within(ms);
  }

  /** A receiver that waits for its host is woken later. */
  private queue(turn: Turn): void {
    if (!this.gate.isWaiting(turn.endpointId)) this.turns.add(turn);
  }
}

const leaseEnd = (now: Date, { leaseMs }: DeliveryLimits): Date => new Date(now.getTime() + leaseMs);
