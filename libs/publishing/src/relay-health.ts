import { messageOf } from '@cds/errors';
import type { EventPriority } from '@cds/event-store';
import type { StuckEvent } from './relay/publish-attempts.js';
import type { RelayProgress } from './relay/relay-options.js';

/** Remembers why a relay does not publish, for its readiness check to show. */
export class RelayHealth {
  private readonly stuck = new Map<EventPriority, StuckEvent>();
  private failure: string | null = null;

  /** Whoever reports progress leads or stands by: its last failure is over. */
  see({ priority, stuck }: RelayProgress): void {
    this.failure = null;
    if (stuck) this.stuck.set(priority, stuck);
    else this.stuck.delete(priority);
  }

  /** The relay could not go on, and will try again: without its database, for example. */
  fail(error: unknown): void {
    this.failure = messageOf(error);
  }

  /**
   * The events that could not be published, with how often that was tried and why it failed last, and why the relay
   * itself has failed since it last led or stood by; empty and null when all is well.
   */
  details(): { readonly stuck: readonly object[]; readonly failure: string | null } {
    return {
      stuck: [...this.stuck].map(([priority, { eventId, streamId, version, attempts, error }]) => ({
        priority,
        event_id: eventId,
        stream_id: streamId,
        version,
        attempts,
        error,
      })),
      failure: this.failure,
    };
  }
}
