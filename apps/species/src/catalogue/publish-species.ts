import type { PublishedEvent, SpeciesChangedV1 } from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';
import type { SpeciesDescription, SpeciesEvent } from './species.events.js';
import { worldRecordView } from './species-view.js';

/** The published form of a private event: the whole species as the event left it. */
export const publishSpecies = (event: RecordedEvent<SpeciesEvent>): CloudEvent => {
  const { eventId, streamId, occurredAt, traceparent } = event.metadata;
  return {
    id: eventId,
    source: '/species',
    subject: streamId,
    time: occurredAt,
    accountId: null,
    traceparent,
    ...published(event),
  };
};

const published = (event: RecordedEvent<SpeciesEvent>): PublishedEvent<'SpeciesChangedV1'> => {
  switch (event.type) {
    case 'SpeciesRegistered':
    case 'SpeciesRevised':
      return { type: 'SpeciesChangedV1', data: speciesChanged(event.data.species, event) };
  }
};

const speciesChanged = (species: SpeciesDescription, { metadata }: RecordedEvent): SpeciesChangedV1 => ({
  id: metadata.streamId,
  slug: species.slug,
  common_name: species.commonName,
  common_names: [...species.commonNames],
  scientific_name: species.scientificName,
  family: species.family,
  order: species.order,
  water: species.water,
  regions: [...species.regions],
  records: { world: worldRecordView(species.worldRecord) },
  max_weight_lbs: species.maxWeightLbs,
  max_length_in: species.maxLengthIn,
  updated_at: metadata.occurredAt.toISOString(),
  version: metadata.version,
});
