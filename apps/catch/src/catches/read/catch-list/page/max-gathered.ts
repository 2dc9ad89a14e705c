import { isMostlyKept } from './catch-total.sql.js';
import { type PageRequest, pageShape } from './page-request.js';

/** So many matches are found and sorted sooner than a page is found in the order of the list. */
const FEW = 5_000;
/**
 * So many are found and sorted in one go where they are to be counted anyway, sooner than counted once and looked for
 * once more.
 */
const COUNTED = 50_000;

/**
 * How many matches may be gathered for a page before a window is cheaper. No index has an order of several keys, in
 * which a window could lie: then all are gathered. A total that is mostly kept need not be counted.
 */
export const maxGathered = (request: PageRequest): number => {
  if (pageShape(request) === 'multi-key search') return Infinity;
  const { filter, place } = request;
  const isCounted = place.total === undefined && filter.query.total && !isMostlyKept(filter);
  return isCounted ? COUNTED : FEW;
};
