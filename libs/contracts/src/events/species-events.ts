import { z } from 'zod';
import { instantSchema, versionSchema } from './shared.js';

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
    records: z.object({ world: worldRecordSchema.nullable() }),
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
