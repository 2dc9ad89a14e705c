import { z } from 'zod';
import { verificationTierSchema } from '../verification-tier.js';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

/** A place as everybody may see it: coordinates on a grid of 0.1 degrees, no name. */
export const publicLocationSchema = z.object({
  name: z.string().nullable(),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  region: z.string().nullable(),
  country: z.string().nullable(),
  obscured: z.boolean(),
});

const photoFileSchema = z.object({ url: z.string(), width: z.number().int().positive(), height: z.number().int().positive() });

/** A photo of a catch: pixels, and an address for each version that needs no credential. */
export const publicPhotoSchema = photoFileSchema.extend({
  id: z.string(),
  variants: z.object({ thumb: photoFileSchema, small: photoFileSchema, large: photoFileSchema }),
  created_at: instantSchema,
});

/** A catch as everybody may see it. Pounds, inches, feet. */
export const publicCatchSchema = z.object({
  id: z.string(),
  species: z.string(),
  species_id: z.string(),
  weight_lbs: z.number(),
  length_in: z.number().nullable(),
  depth_ft: z.number().nullable(),
  verification_tier: verificationTierSchema,
  caught_at: instantSchema,
  created_at: instantSchema,
  updated_at: instantSchema,
  angler: anglerRefSchema,
  location: publicLocationSchema.nullable(),
  method: z.string().nullable(),
  bait: z.string().nullable(),
  water_type: z.enum(['freshwater', 'saltwater', 'brackish']).nullable(),
  released: z.boolean().nullable(),
  notes: z.string().nullable(),
  photos: z.array(publicPhotoSchema),
  version: versionSchema,
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
});
export type PublicCatch = z.infer<typeof publicCatchSchema>;

/** The old values of the fields that changed; nested objects whole. */
const previousSchema = publicCatchSchema.partial();

export const catchLoggedV1 = publicCatchSchema;
export const catchEditedV1 = publicCatchSchema.extend({ previous: previousSchema });
export const catchDeletedV1 = publicCatchSchema.extend({ deleted_at: instantSchema });

/** A verification after one step, with the catch as that step left it. `version` is the catch's. */
const verificationStep = z.object({
  id: z.string(),
  catch_id: z.string(),
  tier: verificationTierSchema,
  status: z.enum(['pending', 'approved', 'rejected', 'revoked']),
  reason: z.string().nullable(),
  requested_by: z.string(),
  decided_by: z.string().nullable(),
  created_at: instantSchema,
  decided_at: instantSchema.nullable(),
  version: versionSchema,
  catch: publicCatchSchema,
});
const decidedStep = verificationStep.extend({ previous: z.object({ status: z.string(), verification_tier: verificationTierSchema.optional() }) });

export const verificationRequestedV1 = verificationStep;
export const verificationApprovedV1 = decidedStep;
export const verificationRejectedV1 = decidedStep;
export const verificationRevokedV1 = decidedStep;

export type CatchLoggedV1 = z.infer<typeof catchLoggedV1>;
export type CatchEditedV1 = z.infer<typeof catchEditedV1>;
export type CatchDeletedV1 = z.infer<typeof catchDeletedV1>;
export type VerificationRequestedV1 = z.infer<typeof verificationRequestedV1>;
export type VerificationApprovedV1 = z.infer<typeof verificationApprovedV1>;
export type VerificationRejectedV1 = z.infer<typeof verificationRejectedV1>;
export type VerificationRevokedV1 = z.infer<typeof verificationRevokedV1>;
