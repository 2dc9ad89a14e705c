import { z } from 'zod';
import { instantSchema, versionSchema } from './shared.js';

export const speciesNameSchema = z.object({ name: z.string(), language: z.string(), region: z.string().nullable() });

/** A published world record: pounds, place, day (`YYYY`, `YYYY-MM` or `YYYY-MM-DD`), angler and who published it. */
export const worldRecordSchema = z.object({
  weight_lbs: z.number(),
  place: z.string(),
  date: z.string(),
  angler: z.string(),
  source: z.string(),
});

/** A whole species, as `species.catalog` carries it under its id. Pounds and inches. */
export const speciesChangedV1 = z.object({
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
  max_weight_lbs: z.number().nullable(),
  max_length_in: z.number().nullable(),
  updated_at: instantSchema,
  version: versionSchema,
});
export type SpeciesChangedV1 = z.infer<typeof speciesChangedV1>;
