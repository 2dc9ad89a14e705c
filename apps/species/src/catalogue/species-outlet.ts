import { TOPICS } from '@cds/contracts';
import type { RecordedEvent } from '@cds/event-sourcing';
import { EventOutlet } from '@cds/eventing';
import type { CloudEvent } from '@cds/messaging';
import { Injectable } from '@nestjs/common';
import { publishSpecies } from './publish-species.js';
import type { SpeciesEvent } from './species.events.js';

/** Publishes each state of each species on the compacted catalogue. */
@Injectable()
export class SpeciesOutlet extends EventOutlet<SpeciesEvent> {
  readonly topic = TOPICS.speciesCatalog;

  publish(events: readonly RecordedEvent<SpeciesEvent>[]): CloudEvent[] {
    return events.map(publishSpecies);
  }
}
