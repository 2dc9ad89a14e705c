import { cursorPageQuery, cursorPageRules, querySort } from '@cds/listing';
import { queryFlag, queryList, text } from '@cds/validation';
import { z } from 'zod';
import { REGIONS, WATERS } from '../species.events.js';
import { presentation } from '../species-presentation.js';
import { foldName } from '../species-search/fold-name.js';

const SORT_KEYS = ['common_name', 'name', 'scientific_name', 'max_weight_lbs', 'catches_logged', 'updated_at'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const search = text(200).refine((value) => foldName(value) !== '', {
  message: 'must have a letter or a digit',
  params: { code: 'format' },
});

/** Taxa are written with a capital letter; callers need not. */
const taxon = text(200).transform((name) => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase());

/** The parameters of a list of species. With `q` and without `sort` the best matches come first. */
export const listSpeciesQuery = z
  .strictObject({
    ...cursorPageQuery,
    ...presentation,
    q: search.meta({ description: 'Words that must all match, the first 8 despite typos.' }).optional(),
    family: queryList(taxon).optional(),
    order: queryList(taxon).optional(),
    water: queryList(z.enum(WATERS)).optional(),
    region: queryList(z.enum(REGIONS)).optional(),
    has_record: queryFlag().meta({ description: 'Whether a world record is known.' }).optional(),
    has_photo: queryFlag()
      .meta({ description: 'Whether the species has a photo. Illustrations do not count.' })
      .optional(),
    sort: querySort(SORT_KEYS).optional(),
  })
  .check(cursorPageRules);
export type ListSpeciesQuery = z.infer<typeof listSpeciesQuery>;
