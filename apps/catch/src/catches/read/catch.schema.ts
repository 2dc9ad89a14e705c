import { verificationTierSchema } from '@cds/contracts';
import { z } from 'zod';
import { anglerSchema } from '../../angler-lookup/angler.schema.js';
import { speciesSchema } from '../../species-names/species-view.js';
import { WATER_TYPES } from '../rules/field-schemas.js';
import { photoSchema } from './photo.schema.js';

const instant = z.iso.datetime({ precision: 3 });
const measure = (description: string) => z.number().nullable().meta({ description });

export const locationSchema = z.strictObject({
  name: z.string().nullable().meta({ description: 'Seen by the owner alone.' }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  region: z.string().nullable().meta({ description: 'ISO 3166-2.' }),
  country: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2.' }),
  obscured: z
    .boolean()
    .meta({ description: 'The coordinates are rounded to 0.1 degrees, as for everybody but the owner.' }),
});

/** An angler as catches and boards name them. */
export const anglerRef = z.strictObject({ id: z.string(), name: z.string() });

/** A catch as the API answers it. Pounds, inches, feet. */
export const catchSchema = z
  .strictObject({
    id: z.string(),
    species: z.string().meta({ description: 'Its common name; the whole species with `expand=species`.' }),
    species_id: z.string(),
    weight_lbs: z.number(),
    length_in: measure('Inches.'),
    depth_ft: measure('Feet.'),
    weight_kg: z.number().optional().meta({ description: 'With `units=metric`.' }),
    length_cm: measure('With `units=metric`.').optional(),
    depth_m: measure('With `units=metric`.').optional(),
    verification_tier: verificationTierSchema,
    caught_at: instant,
    created_at: instant,
    updated_at: instant,
    angler: anglerRef.meta({ description: 'Whole with `expand=angler`.' }),
    location: locationSchema.nullable(),
    method: z.string().nullable(),
    bait: z.string().nullable(),
    water_type: z.enum(WATER_TYPES).nullable(),
    released: z.boolean().nullable(),
    notes: z.string().nullable(),
    photos: z.array(photoSchema),
    version: z.int().min(1),
    external_id: z.string().nullable().meta({ description: 'Yours; null on others’ catches.' }),
    metadata: z.record(z.string(), z.string()).nullable().meta({ description: 'Yours; null on others’ catches.' }),
  })
  .meta({ id: 'Catch' });

/** A catch with what `expand` named. The reference shows it with all that can be. */
export const expandedCatchSchema = catchSchema
  .extend({
    species: z.union([z.string(), speciesSchema]).meta({ jsonSchema: { $ref: '#/components/schemas/Species' } }),
    angler: z.union([anglerRef, anglerSchema]).meta({ jsonSchema: { $ref: '#/components/schemas/Angler' } }),
  })
  .meta({
    id: 'ExpandedCatch',
    description: 'A catch with `expand=species,angler`. Where one of them is not named, it is as in a `Catch`.',
  });

/** What stays of a deleted catch. */
export const deletedCatchSchema = z
  .strictObject({
    id: z.string(),
    deleted: z.literal(true),
    deleted_at: instant,
    updated_at: instant,
    version: z.int(),
    angler: z.strictObject({ id: z.string() }),
  })
  .meta({ id: 'DeletedCatch', description: 'With `include_deleted=true`: what stays of a deleted catch.' });
