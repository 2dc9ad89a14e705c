import type { Receiver } from './receiver.js';
import { WakeUp } from './wake-up.js';

/** A wake-up for each of several receivers. */
export class WakeUps {
  private readonly pending = new Map<string, WakeUp>();

  constructor(private readonly wake: (receiver: Receiver) => void) {}

  /** Wakes for a receiver in `ms`, or earlier where that was asked for already. */
  within(receiver: Receiver, ms: number): void {
    const { endpointId } = receiver;
    const wakeUp = this.pending.get(endpointId) ?? new WakeUp(() => this.end(receiver));
    this.pending.set(endpointId, wakeUp);
    wakeUp.within(ms);
  }

  cancel(): void {
    for (const wakeUp of this.pending.values()) wakeUp.cancel();
    this.pending.clear();
  }

  private end(receiver: Receiver): void {
    this.pending.delete(receiver.endpointId);
    this.wake(receiver);
  }
}
