import { messageOf } from '@cds/errors';

/** From this attempt on, a batch that fails is tried in halves, until the event that fails is alone. */
const NARROW_FROM_ATTEMPT = 3;

/** An event that failed alone, and as often as this, is reported as stuck. */
export const STUCK_ATTEMPTS = 10;

/** The event that holds up all others of its priority. */
export interface StuckEvent {
  readonly eventId: string;
  readonly streamId: string;
  readonly version: number;
  readonly attempts: number;
  /** Why the last attempt failed. The reason need not be in the event: a right to write to the topic may be missing. */
  readonly error: string;
}

type EventNames = Omit<StuckEvent, 'attempts' | 'error'>;

interface Published {
  readonly metadata: EventNames;
}

/** Counts how often the first of the events that wait has failed, and how many of them are worth an attempt. */
export class PublishAttempts {
  private first: EventNames | undefined;
  private max = Infinity;
  private failedAlone = false;
  private error = '';
  /** Failures of the event that waits first. */
  count = 0;

  /** The most events of the next batch. */
  limit(most: number): number {
    return Math.min(most, this.max);
  }

  /** Looks at the events that are tried next: one that comes first for the first time has not failed. */
  begin([first]: readonly Published[]): void {
    if (first?.metadata.eventId === this.first?.eventId) return;
    this.first = first?.metadata;
    this.count = 0;
    this.failedAlone = false;
  }

  failed(events: readonly Published[], error: unknown): void {
    this.count += 1;
    this.error = messageOf(error);
    this.failedAlone = events.length === 1;
    if (this.count >= NARROW_FROM_ATTEMPT) this.max = Math.max(1, Math.floor(events.length / 2));
  }

  /** Batches grow again as they shrank. */
  succeeded(events: readonly Published[]): void {
    this.max = events.length < this.max ? Infinity : this.max * 2;
    this.begin([]);
  }

  get stuck(): StuckEvent | null {
    if (!this.first || !this.failedAlone || this.count < STUCK_ATTEMPTS) return null;
    const { eventId, streamId, version } = this.first;
    return { eventId, streamId, version, attempts: this.count, error: this.error };
  }
}
