import type { SqlValues } from '@cds/postgres';
import type { CatchFilter } from './catch-filter.js';
import { PERSONAL_FILTERS } from '../../rules/personal-filters.js';
import type { ListCatchesQuery } from './catch-list.schemas.js';

/** Whether a filter is by something that erasure removes. */
export const isByPersonal = (query: ListCatchesQuery): boolean =>
  query.q !== undefined || query.has_photo !== undefined || isByHidden(query);

const isByHidden = (query: ListCatchesQuery): boolean =>
  PERSONAL_FILTERS.some((name) => query[name] !== undefined) || query.has_photo === true;

/**
 * The condition by which filters work as if what is erased were already gone from the rows that still hold it: no
 * answer shows it any more, so none may be found by it. None while no erasure is at work; words leave out what was said
 * by themselves.
 */
export const erasureTerms = ({ erasing, query }: CatchFilter, values: SqlValues): string[] =>
  erasing.length === 0 || !isByHidden(query) ? [] : [`angler_id <> ALL(${values.add(erasing)})`];

/** Whether a row has photos, as answers show it. */
export const photoTerm = ({ erasing, query: { has_photo: isWanted } }: CatchFilter, values: SqlValues): string[] => {
  if (isWanted === undefined) return [];
  if (isWanted) return ['photos IS NOT NULL'];
  return [erasing.length === 0 ? 'photos IS NULL' : `(photos IS NULL OR angler_id = ANY(${values.add(erasing)}))`];
};
