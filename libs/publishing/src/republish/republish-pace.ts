import { messageOf } from '@cds/errors';
import { pause } from '@cds/kafka';

export interface PaceOptions {
  /** The maximum number of events a second. */
  readonly perSecond: number;
  /** The maximum number of events that may wait for the consumer before more are sent. */
  readonly maxWaiting: number;
  /** How many events wait for the consumer now. */
  readonly waiting: () => Promise<number>;
  readonly now?: () => number;
}

const LOOK_AGAIN_MS = 100;

/**
 * Keeps a backfill from drowning live traffic: no more events a second than allowed, and no more sent than the consumer
 * keeps up with, since what waits in its topic delays the live events that are fetched with it.
 */
export class RepublishPace {
  private readonly now: () => number;
  private dueAt: number;

  constructor(private readonly options: PaceOptions) {
    this.now = options.now ?? (() => performance.now());
    this.dueAt = this.now();
  }

  /** Waits after `sent` events until more may be sent, or until `signal` is aborted. `say` is given what it waits for. */
  async rest(sent: number, signal: AbortSignal, say: (reason: string) => void = () => undefined): Promise<void> {
    this.dueAt = Math.max(this.dueAt, this.now() - 1_000) + (sent * 1_000) / this.options.perSecond;
    await pause(Math.max(0, this.dueAt - this.now()), signal);
    for (;;) {
      const reason = signal.aborted ? undefined : await this.whyNotYet();
      if (reason === undefined) return;
      say(reason);
      await pause(LOOK_AGAIN_MS, signal);
    }
  }

  /** A cluster that does not answer has no room either. */
  private async whyNotYet(): Promise<string | undefined> {
    try {
      const waiting = await this.options.waiting();
      if (waiting <= this.options.maxWaiting) return undefined;
      return `${waiting} events wait for the consumer group, which --group names`;
    } catch (error) {
      return `how many events wait for the consumer is unknown: ${messageOf(error)}`;
    }
  }
}
