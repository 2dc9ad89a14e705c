import { z } from 'zod';
import { cursorEnvelope, cursorPageLinks, cursorPageQuery, cursorPageRules, placeInList } from './cursor-page.js';
import { Cursors } from './cursors.js';

const query = z.strictObject(cursorPageQuery).check(cursorPageRules);
const read = (parameters: Record<string, string>) => query.parse(parameters);
const refusedAt = (parameters: Record<string, string>) =>
  query.safeParse(parameters).error?.issues.map(({ path, message }) => [path[0], message]);
const rows = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const next = (last: number) => `after-${last}`;

describe('the parameters of a page', () => {
  it('are page 1 of 25 with its total when none are told', () => {
    expect(read({})).toEqual({ per_page: 25, total: true });
  });

  it('refuse a cursor beside a page, whichever page it is', () => {
    expect(refusedAt({ cursor: 'x', page: '1' })).toEqual([['cursor', expect.stringContaining('page')]]);
    expect(refusedAt({ cursor: 'x', per_page: '100' })).toBeUndefined();
  });

  it('reach 10,000 rows deep, and say how to go deeper', () => {
    expect(refusedAt({ page: '100', per_page: '100' })).toBeUndefined();
    expect(refusedAt({ page: '101', per_page: '100' })).toEqual([['page', expect.stringContaining('cursor')]]);
    expect(refusedAt({ page: '10000', per_page: '1' })).toBeUndefined();
    for (const perPage of ['1', '25'])
      expect(refusedAt({ page: '10001', per_page: perPage })).toEqual([['page', expect.stringContaining('cursor')]]);
  });
});

describe('a place in a list', () => {
  const cursors = new Cursors(['a-secret-of-more-than-thirty-two-characters']);

  it('is past an offset for a numbered page', () => {
    expect(placeInList(cursors, ['all'], { page: 3, per_page: 10, total: true })).toEqual({
      after: undefined,
      offset: 20,
      limit: 11,
      total: undefined,
    });
  });

  it('is after a row for a cursor', () => {
    const cursor = cursors.issue(['all'], { after: [7, 'x'], total: 9 });
    expect(placeInList(cursors, ['all'], { cursor, per_page: 10, total: true })).toEqual({
      after: [7, 'x'],
      offset: 0,
      limit: 11,
      total: 9,
    });
  });
});

describe('a page', () => {
  it('has more, and a cursor, when a row lies beyond it', () => {
    expect(cursorEnvelope(rows(3), read({ per_page: '2' }), 9, next)).toEqual({
      data: [1, 2],
      total: 9,
      page: 1,
      per_page: 2,
      has_more: true,
      next_cursor: 'after-2',
    });
    expect(cursorEnvelope(rows(2), read({ per_page: '2' }), 2, next)).toEqual({
      data: [1, 2],
      total: 2,
      page: 1,
      per_page: 2,
      has_more: false,
      next_cursor: null,
    });
  });

  it('has no number when a cursor led to it, and no total when none is wanted', () => {
    expect(cursorEnvelope(rows(1), read({ cursor: 'x', total: 'false' }), 9, next)).toEqual({
      data: [1],
      page: null,
      per_page: 25,
      has_more: false,
      next_cursor: null,
    });
  });
});

describe('links', () => {
  const page = { data: [], total: 60, page: 2, per_page: 25, has_more: true, next_cursor: 'abc' };

  it('of a numbered page keep the other parameters, repeated ones too', () => {
    expect(cursorPageLinks('/v1/catches?species=a&page=2&species=b', page)).toBe(
      '</v1/catches?species=a&species=b&page=1>; rel="first", </v1/catches?species=a&species=b&page=1>; rel="prev", ' +
        '</v1/catches?species=a&species=b&page=3>; rel="next", </v1/catches?species=a&species=b&page=3>; rel="last"',
    );
  });

  it('of a cursor’s page are first and next alone', () => {
    expect(cursorPageLinks('/v1/catches?cursor=xyz&per_page=25', { ...page, page: null })).toBe(
      '</v1/catches?per_page=25>; rel="first", </v1/catches?per_page=25&cursor=abc>; rel="next"',
    );
    expect(cursorPageLinks('/v1/catches?cursor=xyz', { ...page, page: null, has_more: false, next_cursor: null })).toBe(
      '</v1/catches>; rel="first"',
    );
  });

  it('lead on by cursor from the deepest page', () => {
    const links = cursorPageLinks('/v1/catches?page=400', { ...page, page: 400, total: 1_000_000 });
    expect(links).toContain('</v1/catches?cursor=abc>; rel="next"');
    expect(links).toContain('</v1/catches?page=400>; rel="last"');
  });

  it('name no last page without a total, and lead back from beyond the end', () => {
    const { total: _total, ...uncounted } = page;
    expect(cursorPageLinks('/v1/catches', uncounted)).not.toContain('last');
    expect(
      cursorPageLinks('/v1/catches', { ...page, page: 9, total: 30, has_more: false, next_cursor: null }),
    ).toContain('</v1/catches?page=2>; rel="prev"');
  });
});
