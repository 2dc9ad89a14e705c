import { catchLogged, OWNER, REVIEWER } from '../../../test/catch.builders.js';
import { loggedCatch } from '../model/catch.state.js';
import { namesWhere, partsWhere } from '../rules/fields-where.js';
import { catchListRow } from './catch-list/catch-list.projection.js';
import { catchView } from './catch-view.js';

const logged = catchLogged({
  location: { name: 'Old dock', latitude: 31.123456, longitude: -96.654321, region: 'US-TX', country: 'US' },
  lengthIn: 21,
  method: 'fly',
  bait: 'frog',
  waterType: 'freshwater',
  released: true,
  notes: 'windy',
  externalId: 'x-1',
  metadata: { boat: 'blue' },
});
const row = catchListRow(loggedCatch('catch_1', logged, 1, new Date(0)));
const names = { species: 'Largemouth Bass', angler: 'Ann', isErased: false, origin: 'https://api.example' };

const differing = (one: object | null, other: object | null): string[] => {
  const others = new Map(Object.entries(other ?? {}));
  return Object.entries(one ?? {})
    .filter(([key, value]) => JSON.stringify(others.get(key)) !== JSON.stringify(value))
    .map(([key]) => key);
};

describe('a catch as another account sees it', () => {
  const [own, foreign] = [catchView(row, names, OWNER), catchView(row, names, REVIEWER)];

  it('differs in the fields that the table calls private, and in its place', () => {
    expect(differing(own, foreign).toSorted()).toEqual([...namesWhere({ isPrivate: true }), 'location'].toSorted());
  });

  it('differs in the parts of its place that the table calls private', () => {
    const parts: string[] = partsWhere({ isPrivate: true });
    expect(differing(own.location, foreign.location).toSorted()).toEqual([...parts, 'obscured'].toSorted());
  });
});
