/** Every filter of the list of catches, in words. The names are the API's, and stand in the address as they are. */
export const FILTER_LABELS: Readonly<Record<string, string>> = {
  q: 'Search',
  species: 'Species',
  verification_tier: 'Verification',
  min_verification_tier: 'Verified at least',
  mine: 'Mine',
  angler_id: 'Angler',
  min_weight_lbs: 'Weight from',
  max_weight_lbs: 'Weight to',
  min_length_in: 'Length from',
  max_length_in: 'Length to',
  min_depth_ft: 'Depth from',
  max_depth_ft: 'Depth to',
  caught_after: 'Caught from',
  caught_before: 'Caught before',
  created_after: 'Logged from',
  created_before: 'Logged before',
  updated_since: 'Changed since',
  water_type: 'Water',
  released: 'Released',
  has_photo: 'Has a photo',
  region: 'Region',
  country: 'Country',
  near: 'Near',
  bbox: 'Area',
  method: 'Method',
  bait: 'Bait',
  external_id: 'External id',
};

export type CatchSearch = Readonly<Record<string, string | undefined>>;

/** The parameters of the page: the filters, the order, the page and the columns that are shown. */
export const CATCH_PARAMETERS = [...Object.keys(FILTER_LABELS), 'sort', 'cursor', 'columns'] as const;

/** The ones that stand in the bar above the table. */
const IN_BAR: ReadonlySet<string> = new Set(['q', 'species', 'verification_tier', 'mine']);

/** The filters of an address alone. */
export const filtersOf = (search: CatchSearch): CatchSearch =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => FILTER_LABELS[name] && value));

export const moreInUse = (search: CatchSearch): number =>
  Object.keys(filtersOf(search)).filter((name) => !IN_BAR.has(name)).length;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** As the API takes them: days of an address begin at midnight in the person's own zone. */
export const toQuery = (search: CatchSearch): CatchSearch =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      value !== undefined && DAY.test(value) ? new Date(`${value}T00:00`).toISOString() : value,
    ]),
  );

const NUMBERS = /^(?:min|max)_/;
const FLAGS: ReadonlySet<string> = new Set(['mine', 'released', 'has_photo']);

/** The filter of an export: the same names, with numbers and booleans as such. */
export const toExportFilter = (search: CatchSearch): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(toQuery(filtersOf(search))).map(([name, value]) => {
      if (FLAGS.has(name)) return [name, value === 'true'];
      return [name, NUMBERS.test(name) && name !== 'min_verification_tier' ? Number(value) : value];
    }),
  );
