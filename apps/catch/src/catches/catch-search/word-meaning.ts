/** Where a searched word may be found, in what is public and in what is the viewer's own. */
export interface WordMeaning {
  readonly speciesIds: readonly string[];
  readonly anglerIds: readonly string[];
  readonly regions: readonly string[];
  readonly countries: readonly string[];
  /** A `tsquery` over notes; undefined where no note can fit. */
  readonly notes: string | undefined;
  /** The same over the names of the viewer's own places. */
  readonly places: string | undefined;
}
