import type { Receiver } from '../dispatch/receiver.js';
import { WakeUp } from '../dispatch/wake-up.js';

interface Queue {
  readonly receivers: Map<string, Receiver>;
  readonly wakeUp: WakeUp;
}

/** Receivers that wait for a slot of their host. Each slot lets one of them go, in turn. */
export class WaitingReceivers {
  private readonly queues = new Map<string, Queue>();
  private readonly keyOf = new Map<string, string>();

  /** `wake` is called for each receiver that need not wait any longer. Slots of a host are `pauseMs` apart. */
  constructor(
    private readonly wake: (receivers: readonly Receiver[]) => void,
    private readonly pauseMs: number,
  ) {}

  has(endpointId: string): boolean {
    return this.keyOf.has(endpointId);
  }

  /** The receiver waits for the next slot of the host `key`, which begins in `ms`. */
  add(key: string, { endpointId, accountId }: Receiver, ms: number): void {
    const queue = this.queues.get(key) ?? { receivers: new Map(), wakeUp: new WakeUp(() => this.next(key)) };
    this.queues.set(key, queue);
    if (!this.keyOf.has(endpointId)) queue.receivers.set(endpointId, { endpointId, accountId });
    this.keyOf.set(endpointId, key);
    queue.wakeUp.within(ms);
  }

  /** The host takes everything now. */
  open(key: string): void {
    const queue = this.queues.get(key);
    if (!queue) return;
    queue.wakeUp.cancel();
    this.queues.delete(key);
    const receivers = [...queue.receivers.values()];
    for (const { endpointId } of receivers) this.keyOf.delete(endpointId);
    this.wake(receivers);
  }

  cancel(): void {
    for (const { wakeUp } of this.queues.values()) wakeUp.cancel();
    this.queues.clear();
    this.keyOf.clear();
  }

  /** The one that has waited longest goes; whether it finds the slot free or not, another one follows later. */
  private next(key: string): void {
    const queue = this.queues.get(key);
    const [first] = queue?.receivers.values() ?? [];
    if (!queue || !first) return;
    queue.receivers.delete(first.endpointId);
    this.keyOf.delete(first.endpointId);
    if (queue.receivers.size > 0) queue.wakeUp.within(this.pauseMs);
    else this.queues.delete(key);
    this.wake([first]);
  }
}
