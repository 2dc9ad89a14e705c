import { type ListCatchesQuery } from './catch-list.schemas.js';
import type { WordMeaning } from '../catch-search/word-meaning.js';

/**
 * The filter of a list, with names resolved: species by id, words by what they may mean. `viewer` is the account that
 * sends the request, since filters by place work on what that account sees: only the owner sees exact places.
 */
export interface CatchFilter {
  readonly viewer: string;
  readonly query: ListCatchesQuery;
  readonly speciesIds: readonly string[] | undefined;
  readonly words: readonly WordMeaning[];
  /** Anglers whose erasure is still running, where the filter is by something personal. */
  readonly erasing: readonly string[];
  /** Changes later than this are not returned yet. Undefined where the filter is not by time of change. */
  readonly settledAt: Date | undefined;
}
