import type { Topic } from '@cds/contracts';
import {
  type AnglerRef,
  PUBLISHED_EVENTS,
  type PublishedEvent,
  type PublishedEventType,
  type PublishedServiceRecord,
  type SpeciesChangedV1,
} from '@cds/contracts/events';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CloudEvent } from '@cds/kafka';
import type { ServiceRecord, ServiceRecordBroken, SpeciesDescription, SpeciesEvent } from './species.events.js';
import { photoViewsOf } from './species-photo-view.js';
import { worldRecordView } from './species-view.js';

export type NameOf = (anglerId: string) => string;

type Published = PublishedEvent<'SpeciesChangedV1' | 'SpeciesRecordBrokenV1'> | Tombstone;
interface Tombstone {
  type: 'SpeciesChangedV1';
  data: null;
}

/**
 * The published form of a private event: the whole species as the event left it, or the record that it broke.
 * `origin` is that of the API's addresses.
 */
export const publishSpecies = (event: RecordedEvent<SpeciesEvent>, nameOf: NameOf, origin: string): CloudEvent => {
  const { eventId, streamId, occurredAt, traceparent } = event.metadata;
  return {
    id: eventId,
    source: '/species',
    subject: streamId,
    time: occurredAt,
    accountId: null,
    traceparent,
    ...published(event, nameOf, origin),
  };
};

/** Where an event of this type goes. */
export const topicOfType = (type: string): Topic => PUBLISHED_EVENTS[type as PublishedEventType].topic;

/** The anglers whose names are published with an event. */
export const anglersIn = (event: SpeciesEvent): string[] => {
  if (event.type !== 'ServiceRecordBroken') return [];
  const { record, previous } = event.data;
  return [record.anglerId, ...(previous ? [previous.anglerId] : [])];
};

const published = (event: RecordedEvent<SpeciesEvent>, nameOf: NameOf, origin: string): Published => {
  switch (event.type) {
    case 'SpeciesDeleted':
      return { type: 'SpeciesChangedV1', data: null };
    case 'ServiceRecordBroken':
      return recordBroken(event, nameOf);
    case 'ServiceRecordChanged':
    case 'SpeciesRegistered':
    case 'SpeciesRevised':
    case 'SpeciesRestored':
    case 'WorldRecordsEdited':
    case 'SpeciesPhotoAdded':
    case 'SpeciesPhotoRemoved':
      return { type: 'SpeciesChangedV1', data: speciesChanged(event.data.species, event, origin) };
  }
};

const speciesChanged = (
  species: SpeciesDescription,
  { metadata }: RecordedEvent,
  origin: string,
): SpeciesChangedV1 => ({
  id: metadata.streamId,
  slug: species.slug,
  common_name: species.commonName,
  common_names: [...species.commonNames],
  scientific_name: species.scientificName,
  family: species.family,
  order: species.order,
  water: species.water,
  regions: [...species.regions],
  // The catalogue is kept for ever: no angler's name lies in it.
  photos: photosV1({ ...species, id: metadata.streamId }, origin),
  records: {
    world: worldRecordView(species.worldRecord),
    service: species.serviceRecord && {
      ...figuresOf(species.serviceRecord),
      angler: { id: species.serviceRecord.anglerId },
    },
  },
  max_weight_lbs: species.maxWeightLbs,
  max_length_in: species.maxLengthIn,
  updated_at: metadata.occurredAt.toISOString(),
  version: metadata.version,
});

const recordBroken = ({ data, metadata }: RecordedEvent<ServiceRecordBroken>, nameOf: NameOf): Published => {
  const { species, record, previous } = data;
  const anglerOf = (id: string): AnglerRef => ({ id, name: nameOf(id) });
  const recordOf = (one: ServiceRecord): PublishedServiceRecord => ({
    ...figuresOf(one),
    angler: anglerOf(one.anglerId),
  });
  return {
    type: 'SpeciesRecordBrokenV1',
    data: {
      species: {
        id: metadata.streamId,
        slug: species.slug,
        common_name: species.commonName,
        scientific_name: species.scientificName,
      },
      record: recordOf(record),
      previous: { record: previous && recordOf(previous) },
      version: metadata.version,
    },
  };
};

const figuresOf = (record: ServiceRecord) => ({
  catch_id: record.catchId,
  weight_lbs: record.weightLbs,
  caught_at: record.caughtAt,
  region: record.region,
  country: record.country,
  verification_tier: record.verificationTier,
});

/** The catalogue is kept, so it has the id of the angler whose photo it is, and no name. */
const photosV1 = (species: SpeciesDescription & { id: string }, origin: string): SpeciesChangedV1['photos'] => {
  const anglers = new Map(species.photos.map(({ id, anglerId }) => [id, anglerId]));
  return photoViewsOf(species, { origin, nameOf: () => null }).map((photo) => {
    const anglerId = anglers.get(photo.id) ?? null;
    return anglerId === null ? photo : { ...photo, angler_id: anglerId };
  });
};
