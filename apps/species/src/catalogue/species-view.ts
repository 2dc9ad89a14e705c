import { VERIFICATION_TIERS } from '@cds/contracts';
import { z } from 'zod';
import type { ServiceRecord, WorldRecord } from './species.events.js';
import { photoViewsOf, speciesPhotoSchema } from './species-photo-view.js';
import type { SpeciesRow } from './species.projection.js';

const withMetric = { description: 'With `units=metric`.' };

export const worldRecordSchema = z.strictObject({
  weight_lbs: z.number(),
  weight_kg: z.number().optional().meta(withMetric),
  place: z.string(),
  date: z.string(),
  angler: z.string(),
  source: z.string(),
});

export const serviceRecordSchema = z.strictObject({
  catch_id: z.string(),
  weight_lbs: z.number(),
  weight_kg: z.number().optional().meta(withMetric),
  caught_at: z.iso.datetime({ precision: 3 }),
  region: z.string().nullable().meta({ description: 'Where the fish was caught, as an ISO 3166-2 code.' }),
  country: z.string().nullable(),
  verification_tier: z.enum(VERIFICATION_TIERS),
  angler: z.strictObject({ id: z.string(), name: z.string() }),
});

export const recordsSchema = z.strictObject({
  world: worldRecordSchema.nullable().meta({ description: 'The published all-tackle world record.' }),
  service: serviceRecordSchema.nullable().meta({
    description: 'The heaviest catch in this service with the tier `witnessed` or better.',
  }),
});

export const speciesNameSchema = z.strictObject({
  name: z.string(),
  language: z.string(),
  region: z.string().nullable().meta({ description: 'The region or sense of the name.' }),
});

/** A species as the API answers it. */
export const speciesSchema = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    common_name: z.string(),
    common_names: z.array(speciesNameSchema),
    scientific_name: z.string(),
    family: z.string(),
    order: z.string(),
    water: z.string(),
    regions: z.array(z.string()),
    photos: z
      .array(speciesPhotoSchema)
      .meta({ description: 'Photos and, as the last one, the illustration that every species has.' }),
    records: recordsSchema,
    max_weight_lbs: z.number().nullable(),
    max_length_in: z.number().nullable(),
    max_weight_kg: z.number().nullable().optional().meta(withMetric),
    max_length_cm: z.number().nullable().optional().meta(withMetric),
    updated_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'Species' });
export type SpeciesView = z.infer<typeof speciesSchema>;

export type WorldRecordView = z.infer<typeof worldRecordSchema>;

export type ServiceRecordView = z.infer<typeof serviceRecordSchema>;

/** `nameOf` knows the anglers who hold the service record and took photos; `origin` is that of the API's addresses. */
export const speciesView = (
  species: SpeciesRow,
  nameOf: (anglerId: string) => string,
  origin: string,
): SpeciesView => ({
  id: species.id,
  slug: species.slug,
  common_name: species.commonName,
  common_names: species.commonNames.map(({ name, language, region }) => ({
    name,
    language,
    region,
  })),
  scientific_name: species.scientificName,
  family: species.family,
  order: species.order,
  water: species.water,
  regions: [...species.regions],
  photos: photoViewsOf(species, { origin, nameOf }),
  records: {
    world: worldRecordView(species.worldRecord),
    service: species.serviceRecord && serviceRecordView(species.serviceRecord, nameOf),
  },
  max_weight_lbs: species.maxWeightLbs,
  max_length_in: species.maxLengthIn,
  updated_at: species.updatedAt.toISOString(),
});

export const worldRecordView = (record: WorldRecord | null): WorldRecordView | null => {
  if (record === null) return null;
  const { weightLbs, place, date, angler, source } = record;
  return { weight_lbs: weightLbs, place, date, angler, source };
};

const serviceRecordView = (record: ServiceRecord, nameOf: (anglerId: string) => string): ServiceRecordView => ({
  catch_id: record.catchId,
  weight_lbs: record.weightLbs,
  caught_at: record.caughtAt,
  region: record.region,
  country: record.country,
  verification_tier: record.verificationTier,
  angler: { id: record.anglerId, name: nameOf(record.anglerId) },
});
