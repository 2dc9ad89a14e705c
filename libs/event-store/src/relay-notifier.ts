import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { channelOf } from './relay-name.js';

export interface RelayNotifierOptions {
  /** A pino logger fits. */
  readonly logger?: { warn(fields: object, message: string): void };
  /** The relay in this process: while it leads it is woken directly, without a round trip. */
  readonly relay?: { isLeading(): boolean; wake(): void };
}

/** Under load, one wake-up for all that was committed in this time: the relay takes many events as easily as one. */
const PAUSE_MS = 5;

/**
 * Tells the active relay, in whatever process, that something was committed. Call it after the commit: a NOTIFY inside
 * the write's transaction would make all commits queue for one lock.
 *
 * Never fails and never waits. The first call notifies at once; all calls until 5 ms after it become one more. A lost
 * wake-up costs latency only, as the relay polls too.
 */
export class RelayNotifier {
  private readonly channel: string;
  private state: 'idle' | 'notifying' | 'again' = 'idle';

  constructor(
    private readonly pool: pg.Pool,
    name: string,
    private readonly options: RelayNotifierOptions = {},
  ) {
    this.channel = channelOf(name);
  }

  wake(): void {
    const { relay } = this.options;
    if (relay?.isLeading()) return relay.wake();
    if (this.state === 'idle') void this.notify();
    else this.state = 'again';
  }

  private async notify(): Promise<void> {
    do {
      this.state = 'notifying';
      await this.send();
      await sleep(PAUSE_MS);
    } while (this.wasCalledMeanwhile());
    this.state = 'idle';
  }

  private async send(): Promise<void> {
    try {
      await this.pool.query({ name: 'relay-wake', text: 'SELECT pg_notify($1, $2)', values: [this.channel, ''] });
    } catch (error) {
      this.options.logger?.warn({ err: error, channel: this.channel }, 'relay.wake_failed');
    }
  }

  private wasCalledMeanwhile(): boolean {
    return this.state === 'again';
  }
}
