import { decimals, nonBlankText, withReadOnly } from '@cds/validation';
import { z } from 'zod';
import { REGIONS, WATERS } from './species.events.js';

const MAX_TEXT = 200;
const MAX_NAMES = 100;
/** Pounds: the heaviest fish known weighs two thirds of it. */
const MAX_WEIGHT_LBS = 60_000;
const MAX_LENGTH_IN = 1_200;
/** Enough for any whole number of ounces, in which records are published. */
export const WEIGHT_DECIMALS = 4;

/** Text that a person reads: outer white space is a mistake. */
export const words = (max = MAX_TEXT) =>
  nonBlankText(max).refine((value) => value === value.trim(), {
    message: 'must not begin or end with white space',
    params: { code: 'format' },
  });

const taxon = z
  .string()
  .max(MAX_TEXT)
  .regex(/^[A-Z][a-z]+$/, 'must be one word that begins with a capital letter');

export const commonName = z.strictObject({
  name: words(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 language tag such as en')
    .max(35)
    .default('en'),
  region: words().nullable().default(null).meta({ description: 'The region or the sense in which the name is used.' }),
});

export const speciesFields = {
  common_name: words(),
  scientific_name: z
    .string()
    .max(MAX_TEXT)
    .regex(/^[A-Z][a-z]+ [a-z]+(-[a-z]+)?$/, 'must be a genus and a species such as Micropterus salmoides'),
  family: taxon,
  order: taxon,
  water: z.enum(WATERS),
  regions: z
    .array(z.enum(REGIONS))
    .max(REGIONS.length)
    .refine((all) => new Set(all).size === all.length, {
      message: 'must name each region once',
      params: { code: 'repeated' },
    }),
  common_names: z
    .array(commonName)
    .max(MAX_NAMES)
    .meta({ description: 'All names in all languages. If `common_name` is missing, it is added at the beginning.' }),
  max_weight_lbs: decimals(WEIGHT_DECIMALS)
    .gt(0)
    .lte(MAX_WEIGHT_LBS)
    .nullable()
    .meta({ description: 'The greatest reported weight, at least the world record. At most 4 decimals.' }),
  max_length_in: decimals(3).gt(0).lte(MAX_LENGTH_IN).nullable(),
} as const;

/** What answers have and bodies may not. */
const READ_ONLY = ['id', 'slug', 'photos', 'records', 'updated_at'];

export const createSpeciesBody = withReadOnly(
  z
    .strictObject({
      ...speciesFields,
      regions: speciesFields.regions.default([]),
      common_names: speciesFields.common_names.default([]),
      max_weight_lbs: speciesFields.max_weight_lbs.default(null),
      max_length_in: speciesFields.max_length_in.default(null),
    })
    .meta({ id: 'NewSpecies' }),
  READ_ONLY,
);
export type CreateSpeciesBody = z.infer<typeof createSpeciesBody>;

/** A JSON merge patch (RFC 7396): null empties what may be empty. */
export const editSpeciesBody = withReadOnly(
  z
    .strictObject({
      ...speciesFields,
      regions: speciesFields.regions.nullable(),
      common_names: speciesFields.common_names.nullable(),
    })
    .partial()
    .meta({ id: 'SpeciesPatch' }),
  READ_ONLY,
);
export type EditSpeciesBody = z.infer<typeof editSpeciesBody>;
