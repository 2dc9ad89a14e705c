/** A value by which a list is sorted, as it travels in a cursor: times are ISO 8601. */
export type SortValue = string | number | boolean | null;

/** One key of an order. */
export interface SortBy<K extends string = string> {
  readonly key: K;
  readonly descending: boolean;
}

/**
 * Which rows a request asks for: those after a place, or those past an offset. `limit` is one more than the page, to
 * see whether there is more.
 */
export interface PlaceInList {
  readonly after: readonly SortValue[] | undefined;
  readonly offset: number;
  readonly limit: number;
  /** What the first page counted, where a cursor carries it. */
  readonly total: number | undefined;
}
