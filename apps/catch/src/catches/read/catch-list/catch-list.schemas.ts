import { VERIFICATION_TIERS } from '@cds/contracts';
import { type SortBy } from '@cds/postgres';
import { cursorPageQuery, cursorPageRules, metricFieldsOf, queryNames, querySort, queryUnits } from '@cds/listing';
import { queryBoolean, queryFlag, queryList, queryNumber, text } from '@cds/validation';
import { z } from 'zod';
import { CATCH_FIELDS } from '../../rules/catch-fields.js';
import { BOUNDS, countrySchema, instantSchema, regionSchema, WATER_TYPES } from '../../rules/field-schemas.js';
import { queryBox, queryNear } from './catch-area.js';

/** What a list of catches can be sorted by; a `-` before it turns the order round. */
export const SORT_KEYS = ['created_at', 'caught_at', 'updated_at', 'weight_lbs', 'length_in', 'depth_ft'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const CATCH_METRIC_FIELDS = metricFieldsOf(['weight_lbs', 'depth_ft', 'length_in']);

const FIELDS = [
  'id',
  'species',
  'species_id',
  'weight_lbs',
  'length_in',
  'depth_ft',
  'verification_tier',
  'caught_at',
  'created_at',
  'updated_at',
  'angler',
  'location',
  'method',
  'bait',
  'water_type',
  'released',
  'notes',
  'photos',
  'version',
  'external_id',
  'metadata',
  ...CATCH_METRIC_FIELDS,
] as const;

/** How catches are answered, one or many. */
const presentation = {
  fields: queryNames(FIELDS).optional(),
  units: queryUnits,
  expand: queryNames(['species', 'angler']).optional(),
};

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const search = text(200)
  .refine((value) => LETTER_OR_DIGIT.test(value), {
    message: 'must have a letter or a digit',
    params: { code: 'format' },
  })
  .meta({
    description: 'Words in species names, aliases, the angler’s name, places and notes. Typos are tolerated.',
    examples: ['larg mouth bas'],
  });

const measure = ({ max, unit }: { readonly max: number; readonly unit: string }) =>
  queryNumber(z.number().gte(0).lte(max))
    .meta({ description: `A number of ${unit.toLowerCase()}, as a plain decimal.` })
    .optional();
const time = instantSchema.optional();
const words = queryList(text(BOUNDS.text).min(1)).optional();

const filters = {
  species: queryList(z.string().min(1).max(BOUNDS.text)).optional(),
  verification_tier: queryList(z.enum(VERIFICATION_TIERS)).optional(),
  min_verification_tier: z.enum(VERIFICATION_TIERS).optional(),
  angler_id: words,
  min_weight_lbs: measure(CATCH_FIELDS.weightLbs),
  max_weight_lbs: measure(CATCH_FIELDS.weightLbs),
  min_length_in: measure(CATCH_FIELDS.lengthIn),
  max_length_in: measure(CATCH_FIELDS.lengthIn),
  min_depth_ft: measure(CATCH_FIELDS.depthFt),
  max_depth_ft: measure(CATCH_FIELDS.depthFt),
  caught_after: time,
  caught_before: time,
  created_after: time,
  created_before: time,
  updated_since: time,
  include_deleted: queryBoolean()
    .optional()
    .transform((isWanted) => isWanted || undefined),
  bbox: queryBox.optional(),
  near: queryNear.optional(),
  water_type: queryList(z.enum(WATER_TYPES)).optional(),
  released: queryList(queryBoolean())
    .meta({ jsonSchema: { type: 'boolean', description: 'Whether the fish was released.' } })
    .optional(),
  has_photo: queryFlag().optional(),
  q: search.optional(),
  mine: queryFlag().optional(),
  external_id: queryList(text(BOUNDS.externalId).min(1)).optional(),
  region: queryList(regionSchema).optional(),
  country: queryList(countrySchema).optional(),
  method: words,
  bait: words,
};

const { include_deleted: _tombstones, ...liveFilters } = filters;

/** The filters of a list of live catches, without what orders, cuts and presents it. */
export const catchFilterQuery = z.strictObject(liveFilters).meta({ id: 'CatchFilter' });
export type CatchFilterQuery = z.infer<typeof catchFilterQuery>;

/** The species that a filter names, whatever else is wrong with it. */
export const speciesFilterQuery = z.object({ species: filters.species });

/** The parameters of a list by themselves; `listCatchesQuery` adds the rules between them. */
export const listCatchesParameters = z.strictObject({
  ...cursorPageQuery,
  ...filters,
  ...presentation,
  sort: querySort(SORT_KEYS).optional(),
});

/** A deleted catch has nothing left to be sorted by but the time it was. */
const deltaRules: z.core.CheckFn<z.infer<typeof listCatchesParameters>> = ({ value, issues }) => {
  const { include_deleted: isWithDeleted, sort } = value;
  if (!isWithDeleted || !sort || (sort.length === 1 && sort[0]?.key === 'updated_at')) return;
  issues.push({
    code: 'custom',
    path: ['sort'],
    input: sort,
    message: 'must be updated_at or -updated_at with include_deleted=true',
    params: { code: 'conflict' },
  });
};

const NEWEST_FIRST: readonly SortBy<SortKey>[] = [{ key: 'created_at', descending: true }];
const LAST_CHANGED_LAST: readonly SortBy<SortKey>[] = [{ key: 'updated_at', descending: false }];

export const listCatchesQuery = listCatchesParameters
  .check(cursorPageRules, deltaRules)
  .transform((query) => ({ ...query, sort: query.sort ?? (query.include_deleted ? LAST_CHANGED_LAST : NEWEST_FIRST) }));
export type ListCatchesQuery = z.infer<typeof listCatchesQuery>;

export const readCatchQuery = z.strictObject({
  ...presentation,
  as_of: time.transform((at) => (at === undefined ? undefined : new Date(at))),
});
export type ReadCatchParameters = z.infer<typeof readCatchQuery>;
export type CatchPresentation = Omit<ReadCatchParameters, 'as_of'>;
