import { z } from 'zod';
import { queryInt } from './validation/query-schemas.js';

export const DEFAULT_PER_PAGE = 25;
export const MAX_PER_PAGE = 100;
/** How many rows deep numbered pages reach. */
export const MAX_DEPTH = 10_000;

/** The paging parameters of every list: spread into the query's shape, and give the whole object `.check(pageDepth)`. */
export const pageQuery = {
  page: queryInt(z.int().min(1).max(MAX_DEPTH)).default(1),
  per_page: queryInt(z.int().min(1).max(MAX_PER_PAGE)).default(DEFAULT_PER_PAGE),
};

/** Refuses a page whose last row lies deeper than 10,000. */
export const pageDepth: z.core.CheckFn<{ page: number; per_page: number }> = (payload) => {
  const { page, per_page: perPage } = payload.value;
  if (page * perPage <= MAX_DEPTH) return;
  payload.issues.push({
    code: 'custom',
    path: ['page'],
    input: page,
    message: `pages reach 10,000 rows deep: with per_page=${perPage} the last is ${Math.floor(MAX_DEPTH / perPage)}`,
    params: { code: 'too_big' },
  });
};

export interface ListEnvelope<T> {
  readonly data: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
  readonly has_more: boolean;
  readonly next_cursor: null;
}

/** A page of a list as the API answers it; `total` counts all rows, not those of the page. */
export const listEnvelope = <T>(data: readonly T[], at: { total: number; page: number; perPage: number }): ListEnvelope<T> => ({
  data,
  total: at.total,
  page: at.page,
  per_page: at.perPage,
  has_more: at.page * at.perPage < at.total,
  next_cursor: null,
});

/** The `Link` header (RFC 8288) of a numbered page: first, prev, next and last, each with the other parameters kept. */
export const pageLinks = (url: string, at: { total: number; page: number; perPage: number }): string => {
  const last = Math.max(1, Math.min(Math.ceil(at.total / at.perPage), Math.floor(MAX_DEPTH / at.perPage)));
  const [path = '', query = ''] = url.split('?', 2);
  const link = (rel: string, page: number): string => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(page));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const links = [link('first', 1)];
  if (at.page > 1) links.push(link('prev', Math.min(at.page - 1, last)));
  if (at.page < last) links.push(link('next', at.page + 1));
  links.push(link('last', last));
  return links.join(', ');
};
