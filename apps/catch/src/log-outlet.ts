import type { RecordedEvent } from '@cds/event-sourcing';
import { EventStore } from '@cds/event-store';
import { EventOutlet } from '@cds/eventing';
import type { CloudEvent } from '@cds/messaging';
import { newId, POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { catchCodec } from './catch.codec.js';
import type { CatchEvent } from './catch.events.js';
import { CatchViews } from './catch-views.js';
import { CATCH_TOPIC, publishCatchEvent } from './publish-catches.js';

/** Publishes the catches' events whole: a later event is told with the history that led to it. */
@Injectable()
export class CatchOutlet extends EventOutlet<CatchEvent> {
  readonly topic = CATCH_TOPIC;
  private readonly store = new EventStore<CatchEvent>({ newEventId: () => newId('event'), codec: catchCodec });

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly views: CatchViews,
  ) {
    super();
  }

  async publish(events: readonly RecordedEvent<CatchEvent>[]): Promise<CloudEvent[]> {
    const later = events.filter(({ metadata }) => metadata.version > 1).map(({ metadata }) => metadata.streamId);
    const streams = later.length > 0 ? await this.store.loadMany(this.pool, [...new Set(later)]) : new Map<string, RecordedEvent<CatchEvent>[]>();
    const histories = events.map((event) => {
      const { streamId, version } = event.metadata;
      return version === 1 ? [event] : (streams.get(streamId) ?? []).slice(0, version);
    });
    const anglers = histories.flat().flatMap((event) => ('anglerId' in event.data ? [event.data.anglerId] : []));
    const namesOf = await this.views.namesOf(anglers);
    return histories.map((history) => publishCatchEvent(history, namesOf));
  }
}
