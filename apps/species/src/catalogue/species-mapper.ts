import { TOPICS } from '@cds/contracts';
import type { RecordedEvent } from '@cds/event-sourcing';
import { EventMapper } from '@cds/publishing';
import type { CloudEvent, TopicEvents } from '@cds/kafka';
import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { AnglerNames } from '../anglers/angler-names.store.js';
import { PublicOrigin } from './public-origin.js';
import { anglersIn, publishSpecies, topicOfType } from './publish-species.js';
import type { SpeciesEvent } from './species.events.js';

/**
 * Publishes each state of each species on the compacted catalogue, and broken records on a topic of their own, with the
 * names that anglers have at the time of publishing.
 */
@Injectable()
export class SpeciesMapper extends EventMapper<SpeciesEvent> {
  readonly topic = TOPICS.speciesCatalog;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly anglers: AnglerNames,
    private readonly origin: PublicOrigin,
  ) {
    super();
  }

  async publish(events: readonly RecordedEvent<SpeciesEvent>[]): Promise<CloudEvent[]> {
    const ids = new Set(events.flatMap(anglersIn));
    const names = ids.size > 0 ? await this.anglers.of(this.pool, [...ids]) : new Map<string, string>();
    return events.map((event) => publishSpecies(event, (id) => names.get(id) ?? '', this.origin.url));
  }

  override get topics(): readonly string[] {
    return [TOPICS.speciesCatalog, TOPICS.speciesEvents];
  }

  override async publishAll(events: readonly RecordedEvent<SpeciesEvent>[]): Promise<readonly TopicEvents[]> {
    const published = await this.publish(events);
    return [...Map.groupBy(published, ({ type }) => topicOfType(type))].map(([topic, ofTopic]) => ({
      topic,
      events: ofTopic,
    }));
  }
}
