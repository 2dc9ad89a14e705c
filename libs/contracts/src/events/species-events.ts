import { z } from 'zod';
import { verificationTierSchema } from '../verification-tier.js';
import { photoFileSchema } from './catch-events.js';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

export const speciesNameSchema = z
  .object({
    name: z.string(),
    language: z.string().meta({ description: 'BCP 47.' }),
    region: z.string().nullable().meta({ description: 'Where it is said; null: wherever the language is.' }),
  })
  .meta({ description: 'A common name of a species.' });

export const worldRecordSchema = z
  .object({
    weight_lbs: z.number().meta({ description: 'The weight in pounds.' }),
    place: z.string(),
    date: z.string().meta({ description: 'A date: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.' }),
    angler: z.string(),
    source: z.string().meta({ description: 'The publisher of the record.' }),
  })
  .meta({ description: 'A published all-tackle world record.' });

const serviceRecord = z.object({
  catch_id: z.string(),
  weight_lbs: z.number().meta({ description: 'The weight in pounds.' }),
  caught_at: instantSchema,
  region: z
    .string()
    .nullable()
    .meta({ description: 'Where it was caught, as an ISO 3166-2 code. Null if not stated.' }),
  country: z.string().nullable().meta({ description: 'An ISO 3166-1 code. Null if not stated.' }),
  verification_tier: verificationTierSchema,
});

export const serviceRecordSchema = serviceRecord
  .extend({ angler: anglerRefSchema })
  .meta({ description: 'The heaviest catch of a species in this service with the tier `witnessed` or better.' });
export type PublishedServiceRecord = z.infer<typeof serviceRecordSchema>;

export const catalogServiceRecordSchema = serviceRecord
  .extend({ angler: z.object({ id: z.string() }).meta({ description: 'Without a name: the catalogue is kept.' }) })
  .meta({ description: 'The heaviest catch of the species in this service, of tier `witnessed` or better.' });

export const speciesPhotoSchema = photoFileSchema
  .extend({
    id: z.string(),
    kind: z.enum(['photo', 'illustration']),
    variants: z.object({ thumb: photoFileSchema, small: photoFileSchema, large: photoFileSchema }),
    license: z.string(),
    attribution: z.string().nullable(),
    source_url: z.string().nullable(),
    angler_id: z
      .string()
      .optional()
      .meta({ description: 'Who is to be named instead of `attribution`: the photo is of a catch of theirs.' }),
  })
  .meta({ description: 'A picture of a species, with its licence and where it comes from.' });

export const speciesChangedV1 = z
  .object({
    id: z.string(),
    slug: z.string(),
    common_name: z.string(),
    common_names: z.array(speciesNameSchema),
    scientific_name: z.string(),
    family: z.string(),
    order: z.string(),
    water: z.string(),
    regions: z.array(z.string()),
    photos: z.array(speciesPhotoSchema).optional().meta({ description: 'Absent in events of earlier releases.' }),
    records: z.object({
      world: worldRecordSchema.nullable(),
      service: catalogServiceRecordSchema.nullable().optional().meta({
        description: 'Null where no catch is of tier `witnessed`; absent in events of earlier releases.',
      }),
    }),
    max_weight_lbs: z
      .number()
      .nullable()
      .meta({ description: 'The greatest weight known, in pounds; null: not known.' }),
    max_length_in: z
      .number()
      .nullable()
      .meta({ description: 'The greatest length known, in inches; null: not known.' }),
    updated_at: instantSchema,
    version: versionSchema,
  })
  .meta({
    description:
      'A species is new or was changed. It is the whole species, and replaces what is kept under its id. The ' +
      'subject is the species; a null value under the same key says that it is gone.',
  });
export type SpeciesChangedV1 = z.infer<typeof speciesChangedV1>;

export const speciesRecordBrokenV1 = z
  .object({
    species: z.object({
      id: z.string(),
      slug: z.string(),
      common_name: z.string(),
      scientific_name: z.string(),
    }),
    record: serviceRecordSchema,
    previous: z
      .object({
        record: serviceRecordSchema
          .nullable()
          .meta({ description: 'The previous record. Null if this is the first one of the species.' }),
      })
      .meta({ description: 'The record that was broken.' }),
    version: versionSchema.meta({
      description: 'The version of the species, as in `species.catalog`. Other changes of the species increase it too.',
    }),
  })
  .meta({
    description:
      'A catch with the tier `witnessed` or better became the heaviest of its species across all regions. No event ' +
      'is sent for regional records, or when a record falls back to an earlier catch. The subject is the species.',
  });
export type SpeciesRecordBrokenV1 = z.infer<typeof speciesRecordBrokenV1>;
