import { PUBLISHED_EVENTS } from '@cds/contracts/events';
import { recorded } from '@cds/testing/events';
import { describe, expect, it } from '@jest/globals';
import { speciesRegistered, speciesRevised } from '../../test/species.builders.js';
import { publishSpecies } from './publish-species.js';

const nameOf = (id: string): string => `Name of ${id}`;
const at = { streamId: 'spc_1', eventId: 'evt_1', occurredAt: new Date('2026-03-01T08:00:00.000Z') };

describe('a registered species', () => {
  it('is published whole', () => {
    const event = publishSpecies(recorded(speciesRegistered(), at), nameOf, 'https://api.example');
    expect(event).toMatchObject({
      id: 'evt_1',
      type: 'SpeciesChangedV1',
      source: '/species',
      subject: 'spc_1',
      time: at.occurredAt,
      accountId: null,
    });
    expect(event.data).toEqual({
      id: 'spc_1',
      slug: 'largemouth-bass',
      common_name: 'Largemouth Bass',
      common_names: [
        { name: 'Largemouth Bass', language: 'en', region: null },
        { name: 'Bigmouth', language: 'en', region: 'Gulf' },
      ],
      scientific_name: 'Micropterus salmoides',
      family: 'Centrarchidae',
      order: 'Centrarchiformes',
      water: 'freshwater',
      regions: ['north_america'],
      photos: [
        expect.objectContaining({ kind: 'illustration', url: expect.stringContaining('https://api.example/v1/') }),
      ],
      records: {
        world: {
          weight_lbs: 22.25,
          place: 'Montgomery Lake, Georgia, USA',
          date: '1932-06-02',
          angler: 'George Perry',
          source: 'a list',
        },
        service: null,
      },
      max_weight_lbs: 22.25,
      max_length_in: 38.2,
      updated_at: '2026-03-01T08:00:00.000Z',
      version: 1,
    });
  });
});

describe('a revised species', () => {
  it('is published as the revision left it, within the contract', () => {
    const revised = recorded(speciesRevised({ worldRecord: null }, {}), { ...at, version: 2 });
    const { data } = publishSpecies(revised, nameOf, 'https://api.example');
    expect(data).toMatchObject({ version: 2, records: { world: null } });
    expect(PUBLISHED_EVENTS.SpeciesChangedV1.schema.parse(data)).toEqual(data);
  });
});
