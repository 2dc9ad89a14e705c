import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from '@cds/errors';
import type { Reservation } from './reservation.js';

const [RETRY_MIN_MS, RETRY_MAX_MS] = [100, 1_000];
/** After the lease of a reservation anybody may take its key. */
const LEASE_MS = 30_000;
/** What an outage of half a minute leaves behind at a high rate; more waits for its lease. */
const MAX_WAITING = 10_000;

interface Waiting {
  readonly reservation: Reservation;
  readonly until: number;
}

/**
 * Gives up keys that could not be given up when their request failed, mostly because the database was away: who repeats
 * such a request gets an answer when the database is back, and not when the lease is over.
 */
export class LateReleases {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly release: (reservations: readonly Reservation[]) => Promise<void>) {}

  add(reservation: Reservation): void {
    if (this.waiting.length >= MAX_WAITING) return;
    this.waiting.push({ reservation, until: performance.now() + LEASE_MS });
    this.running ??= this.run();
  }

  /** Resolves when none waits any more. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    const backOff = new BackOff(RETRY_MIN_MS, RETRY_MAX_MS);
    while (this.waiting.length > 0) {
      await sleep(backOff.next(), undefined, { ref: false });
      const leased = this.waiting.filter(({ until }) => until > performance.now());
      this.waiting = [];
      const isDone = await this.release(leased.map(({ reservation }) => reservation)).then(
        () => true,
        () => false,
      );
      if (!isDone) this.waiting = [...leased, ...this.waiting];
    }
    this.running = undefined;
  }
}
