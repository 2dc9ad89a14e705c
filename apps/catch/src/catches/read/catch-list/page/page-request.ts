import type { PlaceInList } from '@cds/postgres';
import type { CatchFilter } from '../catch-filter.js';
import { isInestimable } from '../catch-filter.sql.js';

/** One page of a list that somebody waits for. */
export interface PageRequest {
  readonly filter: CatchFilter;
  readonly place: PlaceInList;
  /** Aborts when nobody waits for the page any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What decides how a page can be read: a delta has deleted catches too, a search has a filter of which the planner
 * cannot tell how many rows match, and several sort keys are an order that no index has.
 */
export type PageShape = 'delta' | 'list' | 'multi-key list' | 'search' | 'multi-key search';

/** The upper part of the decision tree in `docs/catch-list.md`. */
export const pageShape = ({ filter }: Pick<PageRequest, 'filter'>): PageShape => {
  const hasSeveralKeys = filter.query.sort.length > 1;
  if (filter.query.include_deleted) return 'delta';
  if (isInestimable(filter)) return hasSeveralKeys ? 'multi-key search' : 'search';
  return hasSeveralKeys ? 'multi-key list' : 'list';
};
