import type { EventPriority, RelayProgress, StuckEvent } from '@cds/event-store';

/** Remembers which event each priority of a relay is stuck at, for readiness to tell. */
export class StuckEvents {
  private readonly events = new Map<EventPriority, StuckEvent>();

  see({ priority, stuck }: RelayProgress): void {
    if (stuck) this.events.set(priority, stuck);
    else this.events.delete(priority);
  }

  /** A sentence for operators; null when nothing is stuck. */
  describe(): string | null {
    const stuck = [...this.events].map(
      ([priority, { eventId, streamId, version, attempts }]) =>
        `The ${priority} event ${eventId} (${streamId}, version ${version}) could not be published ${attempts} times.`,
    );
    return stuck.length === 0 ? null : stuck.join(' ');
  }
}
