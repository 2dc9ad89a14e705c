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
    weight_lbs: z.number().meta({ description: 'Pounds.' }),
    place: z.string(),
    date: z.string().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`.' }),
    angler: z.string(),
    source: z.string().meta({ description: 'Who published it.' }),
  })
  .meta({ description: 'A published all-tackle world record.' });

const serviceRecord = z.object({
  catch_id: z.string(),
  weight_lbs: z.number().meta({ description: 'Pounds.' }),
  caught_at: instantSchema,
  region: z.string().nullable().meta({ description: 'Where it was caught, ISO 3166-2; null: not stated.' }),
  country: z.string().nullable().meta({ description: 'ISO 3166-1; null: not stated.' }),
  verification_tier: verificationTierSchema,
});

export const serviceRecordSchema = serviceRecord
  .extend({ angler: anglerRefSchema })
  .meta({ description: 'The heaviest catch of a species in this service, of tier `witnessed` or better.' });
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
      'A species is new or was changed. It is the whole species, and replaces what is kept under its ' +
      'id. The subject is the ' +
      'species; a null value under the same key says that it is gone.',
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
        record: serviceRecordSchema.nullable().meta({ description: 'Null: this is the first record of the species.' }),
      })
      .meta({ description: 'The record that fell.' }),
    version: versionSchema.meta({
      description:
        'The species’ version, which other changes of the species move too; it is that of `species.catalog`.',
    }),
  })
  .meta({
    description:
      'A catch became the heaviest of its species in this service, among those of tier `witnessed` or better. No ' +
      'event tells that a record fell back to an earlier catch. The subject is the species.',
  });
export type SpeciesRecordBrokenV1 = z.infer<typeof speciesRecordBrokenV1>;
