import type { EventPriority } from '@cds/event-store';
import type { StuckEvent } from './relay/publish-attempts.js';
import type { RelayProgress } from './relay/relay-options.js';

/** Remembers which event each priority of a relay is stuck at, for the readiness check of the relay to show. */
export class StuckEvents {
  private readonly events = new Map<EventPriority, StuckEvent>();

  see({ priority, stuck }: RelayProgress): void {
    if (stuck) this.events.set(priority, stuck);
    else this.events.delete(priority);
  }

  /** The events that could not be published, and how often that was tried; empty when nothing is stuck. */
  details(): { readonly stuck: readonly object[] } {
    return {
      stuck: [...this.events].map(([priority, { eventId, streamId, version, attempts }]) => ({
        priority,
        event_id: eventId,
        stream_id: streamId,
        version,
        attempts,
      })),
    };
  }
}
