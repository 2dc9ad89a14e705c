import { shownQuery } from './shown-query.js';

test.each([
  ['', null],
  ['?', null],
  ['?per_page=5&sort=-caught_at', 'per_page=5&sort=-caught_at'],
  ['?species=walleye&species=bluegill&min_weight_lbs=2', 'species=walleye&species=bluegill&min_weight_lbs=2'],
  ['?angler_id=ang_1&caught_after=2026-01-01T00:00:00Z', 'angler_id=ang_1&caught_after=2026-01-01T00:00:00Z'],
])('%s is kept as %s', (query, kept) => {
  expect(shownQuery(query)).toBe(kept);
});

test.each(['q', 'near', 'bbox', 'external_id', 'address', 'name', 'email'])('the value of %s is not kept', (name) => {
  expect(shownQuery(`?page=2&${name}=Zelda`)).toBe(`page=2&${name}=…`);
});

test('a name that is none of a parameter is not kept either', () => {
  expect(shownQuery('?zelda%40example.com')).toBe('…');
});

test('what PostgreSQL does not store is replaced', () => {
  expect(shownQuery('?sort=a%00b')).toBe('sort=a\u{fffd}b');
  expect(shownQuery(`?sort=${'a'.repeat(59)}${encodeURIComponent('🐟')}`)).toBe(`sort=${'a'.repeat(59)}\u{fffd}`);
});

test('what is kept is bounded, whatever was sent', () => {
  expect(shownQuery(`?sort=${'a'.repeat(10_000)}`)).toHaveLength('sort='.length + 60);
  expect(shownQuery(`?${'a=1&'.repeat(10_000)}`)?.length).toBeLessThanOrEqual(500);
});
