import { verificationTierSchema } from '@cds/contracts';
import { z } from 'zod';
import { anglerSchema } from '../../angler-lookup/angler.schema.js';
import { speciesSchema } from '../../species-names/species-view.js';
import { WATER_TYPES } from '../rules/field-schemas.js';
import { photoSchema } from './photo.schema.js';

const instant = z.iso.datetime({ precision: 3 });
const measure = (description: string) => z.number().nullable().meta({ description });

export const locationSchema = z.strictObject({
  name: z.string().nullable().meta({ description: 'The name of the place. Visible to the owner only.' }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  region: z.string().nullable().meta({ description: 'An ISO 3166-2 code.' }),
  country: z.string().nullable().meta({ description: 'An ISO 3166-1 alpha-2 code.' }),
  obscured: z.boolean().meta({
    description: 'Whether the coordinates are rounded to 0.1 degrees, as they are for everybody but the owner.',
  }),
});

/** An angler as catches and boards name them. */
export const anglerRef = z.strictObject({ id: z.string(), name: z.string() });

/** A catch as the API answers it. Pounds, inches, feet. */
export const catchSchema = z
  .strictObject({
    id: z.string(),
    species: z
      .string()
      .meta({ description: 'The common name of the species, or the whole species with `expand=species`.' }),
    species_id: z.string(),
    weight_lbs: z.number(),
    length_in: measure('The length in inches.'),
    depth_ft: measure('The depth in feet.'),
    weight_kg: z.number().optional().meta({ description: 'With `units=metric`.' }),
    length_cm: measure('With `units=metric`.').optional(),
    depth_m: measure('With `units=metric`.').optional(),
    verification_tier: verificationTierSchema,
    caught_at: instant,
    created_at: instant,
    updated_at: instant,
    angler: anglerRef.meta({ description: 'The angler, as a whole object with `expand=angler`.' }),
    location: locationSchema.nullable(),
    method: z.string().nullable(),
    bait: z.string().nullable(),
    water_type: z.enum(WATER_TYPES).nullable(),
    released: z.boolean().nullable(),
    notes: z.string().nullable(),
    photos: z.array(photoSchema),
    version: z.int().min(1),
    external_id: z.string().nullable().meta({ description: 'Your own data. Null for catches of other accounts.' }),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'Your own data. Null for catches of other accounts.' }),
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
    description:
      'A catch with `expand=species,angler`. An object that is not expanded has the form that it has in a ' +
      '`Catch`.',
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
  .meta({ id: 'DeletedCatch', description: 'What remains of a deleted catch. Returned with `include_deleted=true`.' });
