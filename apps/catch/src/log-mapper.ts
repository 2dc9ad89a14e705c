import type { RecordedEvent } from '@cds/event-sourcing';
import { EventStore } from '@cds/event-store';
import { EventMapper } from '@cds/messaging/nest';
import type { CloudEvent } from '@cds/messaging';
import { POOL } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { AnglerEvent } from './anglers/angler.events.js';
import { Anglers } from './anglers/anglers.js';
import { publishAnglerEvent } from './anglers/publish-anglers.js';
import { catchCodec } from './catches/write/catch.codec.js';
import type { CatchEvent } from './catches/catch.events.js';
import { CatchViews } from './catches/read/catch-views.js';
import { CATCH_TOPIC, publishCatchEvent } from './catches/publish-catches.js';
import { isAnglerEvent, type LogEvent } from './log.codec.js';

/**
 * Publishes the log whole: a later event of a catch is told with the history that led to it, and without what was
 * erased of it.
 */
@Injectable()
export class LogMapper extends EventMapper<LogEvent> {
  readonly topic = CATCH_TOPIC;
  private readonly store = new EventStore<CatchEvent>({ newEventId: () => newId('event'), codec: catchCodec });

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly views: CatchViews,
    private readonly anglers: Anglers,
  ) {
    super();
  }

  async publish(events: readonly RecordedEvent<LogEvent>[]): Promise<CloudEvent[]> {
    const ofAnglers = await this.publishAnglers(events.filter((event) => isAnglerEvent(event)));
    const ofCatches = await this.publishCatches(
      events.filter((event): event is RecordedEvent<CatchEvent> => !isAnglerEvent(event)),
    );
    const published = new Map([...ofAnglers, ...ofCatches].map((event) => [event.id, event]));
    return events.flatMap(({ metadata }) => published.get(metadata.eventId) ?? []);
  }

  private async publishAnglers(events: readonly RecordedEvent<AnglerEvent>[]): Promise<CloudEvent[]> {
    if (events.length === 0) return [];
    const names = await this.anglers.names(events.map(({ metadata }) => metadata.streamId));
    return events.map((event) => publishAnglerEvent(event, names.get(event.metadata.streamId) ?? ''));
  }

  private async publishCatches(events: readonly RecordedEvent<CatchEvent>[]): Promise<CloudEvent[]> {
    const later = events.filter(({ metadata }) => metadata.version > 1).map(({ metadata }) => metadata.streamId);
    const streams =
      later.length > 0
        ? await this.store.loadMany(this.pool, [...new Set(later)])
        : new Map<string, RecordedEvent<CatchEvent>[]>();
    const histories = events.map((event) => {
      const { streamId, version } = event.metadata;
      return version === 1 ? [event] : (streams.get(streamId) ?? []).slice(0, version);
    });
    const anglers = histories.flat().flatMap((event) => ('anglerId' in event.data ? (event.data.anglerId ?? []) : []));
    const namesOf = await this.views.namesOf(anglers);
    return histories.map((history) => publishCatchEvent(history, namesOf));
  }
}
