import { ServiceLogger } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DELIVERY_LIMITS, type DeliveryLimits } from '../delivery-limits.js';
import type { DueMessage } from '../dispatch/due-messages.js';
import type { Receiver } from '../dispatch/receiver.js';
import { type HostKey, hostOf, isLoopbackHost, textOf } from './host-key.js';
import { type HostState, ReceiverHosts } from './receiver-hosts.js';
import { WaitingReceivers } from './waiting-receivers.js';

const MAX_KNOWN = 50_000;
/** Then a use is noted again. */
const KNOWN_MS = 86_400_000;

/** Messages, split into those that may be sent now and the others. */
export interface Gated {
  readonly open: readonly DueMessage[];
  /** Their receivers are woken when their turn comes. */
  readonly closed: readonly DueMessage[];
}

/**
 * Lets an account send one request at a time, with a pause between them, to a host that has never answered it with 2xx,
 * whatever the number of its endpoints and copies of the service: nobody can have us flood a stranger.
 */
@Injectable()
export class HostGate {
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  /** Endpoints that had to wait: more than one message of theirs is not claimed in vain. */
  private readonly cautious = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  private wake: (receivers: readonly Receiver[]) => void = () => undefined;
  private readonly waiting: WaitingReceivers;

  constructor(
    private readonly hosts: ReceiverHosts,
    private readonly logger: ServiceLogger,
    @Inject(DELIVERY_LIMITS) private readonly limits: DeliveryLimits,
  ) {
    this.waiting = new WaitingReceivers((receivers) => this.wake(receivers), limits.unprovenPauseMs);
  }

  /** `wake` is called with receivers that need not wait any longer. */
  listen(wake: (receivers: readonly Receiver[]) => void): void {
    this.wake = wake;
  }

  close(): void {
    this.waiting.cancel();
  }

  isWaiting(endpointId: string): boolean {
    return this.waiting.has(endpointId);
  }

  /** The most messages of an endpoint to claim at once. */
  mostOf(endpointId: string): number {
    return this.cautious.has(endpointId) ? 1 : Infinity;
  }

  /** Whether the message may be sent without asking. */
  isKnown(message: DueMessage): boolean {
    return this.isOpen(keyOf(message));
  }

  /** Which messages may be sent now. Never rejects: while the database is away those that must ask wait. */
  async admit(messages: readonly DueMessage[]): Promise<Gated> {
    const asked = messages.filter((message) => !this.isKnown(message));
    if (asked.length === 0) return { open: messages, closed: [] };
    const keys = new Map(asked.map(keyOf).map((key) => [textOf(key), key]));
    const states = await this.statesOf([...keys.values()]);
    for (const [text, { state }] of states) if (state === 'proven') this.learn(text);
    for (const message of messages) if (this.isKnown(message)) this.cautious.delete(message.endpointId);
    const used = new Set<string>();
    const closed = new Set(asked.filter((message) => !this.mayGo(message, states, used)));
    return { open: messages.filter((message) => !closed.has(message)), closed: [...closed] };
  }

  /** The message was answered with 2xx. Never waits and never fails. */
  prove(message: DueMessage): void {
    const key = keyOf(message);
    if (this.isOpen(key)) return;
    this.hosts.prove(key).then(
      () => {
        this.cautious.delete(message.endpointId);
        this.learn(textOf(key));
      },
      (error: unknown) => this.logger.event('delivery.host_not_noted', { err: error, host: key.host }, 'warn'),
    );
  }

  private async statesOf(keys: readonly HostKey[]): Promise<ReadonlyMap<string, HostState>> {
    try {
      return await this.hosts.take(keys, this.limits.unprovenPauseMs);
    } catch (error) {
      this.logger.event('delivery.hosts_not_read', { err: error }, 'warn');
      return new Map();
    }
  }

  /** The first message of a host whose slot was taken goes; the receivers of all others wait. */
  private mayGo(message: DueMessage, states: ReadonlyMap<string, HostState>, used: Set<string>): boolean {
    const key = textOf(keyOf(message));
    const state = states.get(key) ?? { state: 'waiting', nextMs: this.limits.unprovenPauseMs };
    if (state.state === 'proven') return true;
    if (state.state === 'taken' && !used.has(key)) {
      used.add(key);
      return true;
    }
    const nextMs = state.state === 'waiting' ? state.nextMs : this.limits.unprovenPauseMs;
    this.cautious.set(message.endpointId, true);
    this.waiting.add(key, message, nextMs);
    return false;
  }

  private learn(key: string): void {
    this.known.set(key, true);
    this.waiting.open(key);
  }

  private isOpen(key: HostKey): boolean {
    return (this.limits.isLoopbackExempt && isLoopbackHost(key.host)) || this.known.has(textOf(key));
  }
}

const keyOf = ({ accountId, url }: DueMessage): HostKey => ({ accountId, host: hostOf(url) });
