import { z } from 'zod';
import type { Species } from '../generated/client.js';
import type { CommonName, WorldRecord } from './species.events.js';

const withMetric = { description: 'With `units=metric`.' };

const worldRecordSchema = z.strictObject({
  weight_lbs: z.number(),
  weight_kg: z.number().optional().meta(withMetric),
  place: z.string(),
  date: z.string(),
  angler: z.string(),
  source: z.string(),
});

/** A species as the API answers it. */
export const speciesSchema = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    common_name: z.string(),
    common_names: z.array(z.strictObject({ name: z.string(), language: z.string(), region: z.string().nullable() })),
    scientific_name: z.string(),
    family: z.string(),
    order: z.string(),
    water: z.string(),
    regions: z.array(z.string()),
    photos: z.array(z.never()),
    records: z.strictObject({
      world: worldRecordSchema.nullable().meta({ description: 'The published all-tackle record.' }),
      service: z.null(),
    }),
    max_weight_lbs: z.number().nullable(),
    max_length_in: z.number().nullable(),
    max_weight_kg: z.number().nullable().optional().meta(withMetric),
    max_length_cm: z.number().nullable().optional().meta(withMetric),
    updated_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'Species' });
export type SpeciesView = z.infer<typeof speciesSchema>;

export type WorldRecordView = z.infer<typeof worldRecordSchema>;

export const speciesView = (species: Species): SpeciesView => ({
  id: species.id,
  slug: species.slug,
  common_name: species.commonName,
  common_names: (species.commonNames as unknown as CommonName[]).map(({ name, language, region }) => ({
    name,
    language,
    region,
  })),
  scientific_name: species.scientificName,
  family: species.family,
  order: species.order,
  water: species.water,
  regions: species.regions,
  photos: [],
  records: { world: worldRecordView(species.worldRecord as unknown as WorldRecord | null), service: null },
  max_weight_lbs: species.maxWeightLbs,
  max_length_in: species.maxLengthIn,
  updated_at: species.updatedAt.toISOString(),
});

export const worldRecordView = (record: WorldRecord | null): WorldRecordView | null => {
  if (record === null) return null;
  const { weightLbs, place, date, angler, source } = record;
  return { weight_lbs: weightLbs, place, date, angler, source };
};
