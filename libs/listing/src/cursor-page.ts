import type { PlaceInList } from '@cds/postgres';
import { z } from 'zod';
import { queryBoolean, queryInt } from '@cds/validation';
import type { Cursors, ListScope } from './cursors.js';

const DEFAULT_PER_PAGE = 25;
const MAX_PER_PAGE = 100;
/** How many rows deep numbered pages reach. */
const MAX_DEPTH = 10_000;
const MAX_CURSOR = 4_000;
const GO_DEEPER = 'go deeper with cursor, from next_cursor of any page';

/**
 * The paging parameters of a list with cursors: spread into the query's shape, and give the whole object
 * `.check(cursorPageRules)`.
 */
export const cursorPageQuery = {
  page: queryInt(z.int().min(1).max(MAX_DEPTH, `pages reach 10,000 rows deep; ${GO_DEEPER}`))
    .meta({
      description:
        'The number of the page, starting at 1. Pages beyond the 10,000th row are refused; use `cursor` there.',
    })
    .optional(),
  per_page: queryInt(z.int().min(1).max(MAX_PER_PAGE))
    .meta({ description: 'The maximum number of items on a page.' })
    .default(DEFAULT_PER_PAGE),
  cursor: z
    .string()
    .min(1)
    .max(MAX_CURSOR)
    .meta({ description: 'The `next_cursor` of the previous page, unchanged. It cannot be combined with `page`.' })
    .optional(),
  total: queryBoolean().meta({ description: '`false` omits the total number of items.' }).default(true),
};

export interface CursorPageQuery {
  readonly page?: number | undefined;
  readonly per_page: number;
  readonly cursor?: string | undefined;
  readonly total: boolean;
}

/** Refuses a cursor beside a page, and a page whose last row lies deeper than 10,000. */
export const cursorPageRules: z.core.CheckFn<CursorPageQuery> = ({ value, issues }) => {
  const { page = 1, per_page: perPage, cursor } = value;
  if (cursor !== undefined && value.page !== undefined) {
    issues.push({
      code: 'custom',
      path: ['cursor'],
      input: cursor,
      message: 'cannot go with page: a cursor is a place of its own',
      params: { code: 'conflict' },
    });
  }
  // A page past the depth is refused by its own bound already, however short pages are.
  if (page > MAX_DEPTH || page * perPage <= MAX_DEPTH) return;
  const message =
    `pages reach 10,000 rows deep: with per_page=${perPage} the last is ` +
    `${Math.floor(MAX_DEPTH / perPage)}; ${GO_DEEPER}`;
  issues.push({ code: 'custom', path: ['page'], input: page, message, params: { code: 'too_big' } });
};

/** Throws the 400 that names `cursor` when it is not of this scope. */
export const placeInList = (
  cursors: Cursors,
  scope: ListScope,
  { page = 1, per_page: perPage, cursor }: CursorPageQuery,
): PlaceInList => {
  const limit = perPage + 1;
  if (cursor === undefined) return { after: undefined, offset: (page - 1) * perPage, limit, total: undefined };
  return { ...cursors.read(scope, cursor), offset: 0, limit } as PlaceInList;
};

/**
 * A page of a list with cursors. `page` is null on one that was reached by a cursor; `total` is left out where it was
 * not asked for.
 */
export interface CursorEnvelope<T> {
  readonly data: readonly T[];
  readonly total?: number;
  readonly page: number | null;
  readonly per_page: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/**
 * The page that a query asked for, without the row that only showed that there is more; `nextCursor` is asked for the
 * last row when there is.
 */
export const cursorEnvelope = <T>(
  rows: readonly T[],
  { page = 1, per_page: perPage, cursor, total: isTotalWanted }: CursorPageQuery,
  total: number | undefined,
  nextCursor: (last: T) => string,
): CursorEnvelope<T> => {
  const data = rows.slice(0, perPage);
  const last = rows.length > perPage ? data.at(-1) : undefined;
  return {
    data,
    ...(isTotalWanted && total !== undefined && { total }),
    page: cursor === undefined ? page : null,
    per_page: perPage,
    has_more: last !== undefined,
    next_cursor: last === undefined ? null : nextCursor(last),
  };
};

/** The same page with each thing as it is answered. */
export const mapPage = <T, V>(page: CursorEnvelope<T>, view: (row: T) => V): CursorEnvelope<V> => ({
  ...page,
  data: page.data.map(view),
});

/**
 * The `Link` header (RFC 8288): first, prev, next (a cursor on the deepest) and last of a numbered page, first and next
 * of a cursor's; the other parameters are kept.
 */
export const cursorPageLinks = (
  url: string,
  { page, per_page: perPage, total, next_cursor: next }: CursorEnvelope<unknown>,
): string => {
  const link = linkTo(url);
  if (page === null) return [link('first', {}), ...(next === null ? [] : [link('next', { cursor: next })])].join(', ');
  const deepest = Math.floor(MAX_DEPTH / perPage);
  const last = total === undefined ? undefined : Math.max(1, Math.min(Math.ceil(total / perPage), deepest));
  return [
    link('first', { page: 1 }),
    ...(page > 1 ? [link('prev', { page: Math.min(page - 1, last ?? deepest) })] : []),
    ...(next === null ? [] : [link('next', page < deepest ? { page: page + 1 } : { cursor: next })]),
    ...(last === undefined ? [] : [link('last', { page: last })]),
  ].join(', ');
};

const linkTo = (url: string) => {
  const [path = '', query = ''] = url.split('?', 2);
  return (rel: string, place: { page?: number; cursor?: string }): string => {
    const parameters = new URLSearchParams(query);
    parameters.delete('page');
    parameters.delete('cursor');
    for (const [name, value] of Object.entries(place)) parameters.set(name, String(value));
    const text = parameters.toString();
    return `<${path}${text === '' ? '' : `?${text}`}>; rel="${rel}"`;
  };
};
