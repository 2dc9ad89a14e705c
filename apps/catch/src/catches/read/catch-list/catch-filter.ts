import { type ListCatchesQuery } from './catch-list.schemas.js';
import type { WordMeaning } from '../catch-search/word-meaning.js';

/**
 * What a list is filtered by, as far as it takes knowledge: species by id, words by what they may mean. `viewer` is the
 * account that asks: to all others a catch has a rounded place, and no name of it.
 */
export interface CatchFilter {
  readonly viewer: string;
  readonly query: ListCatchesQuery;
  readonly speciesIds: readonly string[] | undefined;
  readonly words: readonly WordMeaning[];
  /** Anglers whose erasure is still at work, where the filter is by something personal. */
  readonly erasing: readonly string[];
  /** Changes later than this are not answered yet; undefined where the filter is not by change. */
  readonly settledAt: Date | undefined;
}
