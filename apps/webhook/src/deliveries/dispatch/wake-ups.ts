import { WakeUp } from './wake-up.js';

/** A wake-up for each of several keys. */
export class WakeUps {
  private readonly pending = new Map<string, WakeUp>();

  constructor(private readonly wake: (key: string) => void) {}

  /** Wakes for a key in `ms`, or earlier where that was asked for already. */
  within(key: string, ms: number): void {
    const wakeUp = this.pending.get(key) ?? new WakeUp(() => this.end(key));
    this.pending.set(key, wakeUp);
    wakeUp.within(ms);
  }

  cancel(): void {
    for (const wakeUp of this.pending.values()) wakeUp.cancel();
    this.pending.clear();
  }

  private end(key: string): void {
    this.pending.delete(key);
    this.wake(key);
  }
}
