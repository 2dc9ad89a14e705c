import { TOPICS } from '@cds/contracts';
import type { RecordedEvent } from '@cds/event-sourcing';
import { EventMapper } from '@cds/publishing';
import type { CloudEvent } from '@cds/kafka';
import { Injectable } from '@nestjs/common';
import { publishSpecies } from './publish-species.js';
import type { SpeciesEvent } from './species.events.js';

/** Publishes each state of each species on the compacted catalogue. */
@Injectable()
export class SpeciesMapper extends EventMapper<SpeciesEvent> {
  readonly topic = TOPICS.speciesCatalog;

  publish(events: readonly RecordedEvent<SpeciesEvent>[]): CloudEvent[] {
    return events.map(publishSpecies);
  }
}
