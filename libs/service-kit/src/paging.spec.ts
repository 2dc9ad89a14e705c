import { listEnvelope, pageLinks } from './paging.js';

describe('a list envelope', () => {
  test.each([
    [0, 1, false],
    [25, 1, false],
    [26, 1, true],
    [26, 2, false],
  ])('of %i rows on page %i has more: %s', (total, page, has_more) => {
    expect(listEnvelope(['row'], { total, page, perPage: 25 })).toEqual({ data: ['row'], total, page, per_page: 25, has_more, next_cursor: null });
  });
});

describe('links', () => {
  test('keep the other parameters, repeated ones too', () => {
    expect(pageLinks('/v1/catches?species=a&species=b&page=2', { total: 60, page: 2, perPage: 25 })).toBe(
      '</v1/catches?species=a&species=b&page=1>; rel="first", </v1/catches?species=a&species=b&page=1>; rel="prev", ' +
        '</v1/catches?species=a&species=b&page=3>; rel="next", </v1/catches?species=a&species=b&page=3>; rel="last"',
    );
  });

  test('of a single page are first and last', () => {
    expect(pageLinks('/v1/catches', { total: 0, page: 1, perPage: 25 })).toBe('</v1/catches?page=1>; rel="first", </v1/catches?page=1>; rel="last"');
  });

  test('never lead deeper than 10,000 rows', () => {
    expect(pageLinks('/v1/catches', { total: 1_000_000, page: 100, perPage: 100 })).toBe(
      '</v1/catches?page=1>; rel="first", </v1/catches?page=99>; rel="prev", </v1/catches?page=100>; rel="last"',
    );
  });

  test('lead back from beyond the end', () => {
    expect(pageLinks('/v1/catches', { total: 30, page: 9, perPage: 25 })).toContain('</v1/catches?page=2>; rel="prev"');
  });
});
