import type { RecordedEvent, DomainEvent } from '@cds/event-sourcing';
import type { Queryable } from '@cds/postgres';

/** The events without those that an operator decided not to publish; see `npm run relay`. */
export const withoutSkipped = async <E extends DomainEvent>(
  db: Queryable,
  events: readonly RecordedEvent<E>[],
): Promise<readonly RecordedEvent<E>[]> => {
  const { rows } = await db.query<{ event_id: string }>('SELECT event_id FROM relay_skipped WHERE event_id = ANY($1)', [
    events.map(({ metadata }) => metadata.eventId),
  ]);
  const skipped = new Set(rows.map(({ event_id: id }) => id));
  return events.filter(({ metadata }) => !skipped.has(metadata.eventId));
};
