import { recorded } from '@cds/testing/events';
import { describe, expect, it } from '@jest/globals';
import { speciesDescription, speciesRegistered, speciesRevised } from '../../test/species.builders.js';
import { evolveRow, searchTermsOf } from './species.projection.js';

const registeredAt = new Date('2026-03-01T08:00:00.000Z');
const revisedAt = new Date('2026-04-01T08:00:00.000Z');
const registered = recorded(speciesRegistered(), { streamId: 'spc_1', occurredAt: registeredAt });
const revised = recorded(speciesRevised({ maxLengthIn: 40 }, { maxLengthIn: 38.2 }), {
  streamId: 'spc_1',
  version: 2,
  occurredAt: revisedAt,
});

describe('the row of a species', () => {
  it('is there from its registration', () => {
    expect(evolveRow(null, registered)).toEqual({
      ...speciesDescription(),
      id: 'spc_1',
      version: 1,
      createdAt: registeredAt,
      updatedAt: registeredAt,
    });
  });

  it('keeps its time of creation over a revision', () => {
    expect(evolveRow(evolveRow(null, registered), revised)).toMatchObject({
      maxLengthIn: 40,
      version: 2,
      createdAt: registeredAt,
      updatedAt: revisedAt,
    });
  });
});

describe('the search terms of a species', () => {
  it('are all its names, folded, each once under its best rank', () => {
    const commonNames = ['Largemouth Bass', 'Black-Bass', 'BLACK BASS', 'Perche noire'].map((name) => ({
      name,
      language: 'en',
      region: null,
    }));
    expect(searchTermsOf(speciesDescription({ commonNames }))).toEqual([
      { term: 'largemouth bass', rank: 0 },
      { term: 'micropterus salmoides', rank: 1 },
      { term: 'black bass', rank: 2 },
      { term: 'perche noire', rank: 2 },
    ]);
  });
});
