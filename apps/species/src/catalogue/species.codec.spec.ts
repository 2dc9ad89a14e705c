import { toRecordedEvent } from '@cds/event-store';
import { spoiledCopies } from '@cds/testing';
import { speciesCodec } from './species.codec.js';
import type { SpeciesDescription, SpeciesEvent } from './species.events.js';

const species: SpeciesDescription = {
  slug: 'largemouth-bass',
  commonName: 'Largemouth Bass',
  scientificName: 'Micropterus salmoides',
  family: 'Centrarchidae',
  order: 'Perciformes',
  water: 'freshwater',
  regions: ['north_america'],
  commonNames: [{ name: 'Largemouth Bass', language: 'en', region: null }],
  worldRecord: { weightLbs: 22.25, place: 'Georgia', date: '1932-06-02', angler: 'George Perry', source: 'IGFA' },
  maxWeightLbs: 22.25,
  reportedMaxWeightLbs: 20,
  maxLengthIn: null,
  formerRecords: [],
  serviceRecord: null,
  photos: [],
  editedFields: [],
};

const REGISTERED: SpeciesEvent = { type: 'SpeciesRegistered', data: { species } };
const REVISED: SpeciesEvent = {
  type: 'SpeciesRevised',
  data: { species, previous: { commonName: 'Bass', worldRecord: null, maxWeightLbs: null } },
};

const stored = (event: SpeciesEvent): Record<string, unknown> =>
  JSON.parse(JSON.stringify(speciesCodec.encode(event).data)) as Record<string, unknown>;

const read = (type: string, data: unknown) =>
  toRecordedEvent(
    {
      stream_id: 'spc_1',
      version: 2,
      event_id: 'evt_1',
      type,
      data,
      personal: null,
      metadata: { actor: null, request_id: null, traceparent: null },
      occurred_at: new Date(0),
    },
    speciesCodec,
  );

describe('the events of a species', () => {
  it.each([REGISTERED, REVISED])('are read as they were written: $type', (event) => {
    expect(speciesCodec.decode(event.type, stored(event), undefined)).toEqual(event);
  });

  it.each(
    [REGISTERED, REVISED].flatMap((event) => spoiledCopies(stored(event)).map((one) => ({ ...one, type: event.type }))),
  )('are refused: $type with another $path', ({ type, path, copy }) => {
    expect(() => read(type, copy)).toThrow(`The event evt_1 (${type}, version 2 of spc_1) cannot be read: `);
    expect(() => read(type, copy)).toThrow(path);
  });

  it.each([
    ['an unknown type', 'SpeciesForgotten', stored(REGISTERED)],
    ['a version that is not known yet', 'SpeciesRegistered', { ...stored(REGISTERED), eventVersion: 2 }],
    ['an unknown water', 'SpeciesRegistered', { species: { ...species, water: 'lava' } }],
  ])('are refused with %s', (_what, type, data) => {
    expect(() => read(type, data)).toThrow('cannot be read');
  });
});
