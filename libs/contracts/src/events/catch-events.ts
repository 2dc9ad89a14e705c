import { z } from 'zod';
import { verificationTierSchema } from '../verification-tier.js';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

const OWNERS = 'For the owner alone; null for everybody else.';
const obscured = ' On a grid of 0.1° where `obscured`; null: not stated.';

export const publicLocationSchema = z
  .object({
    name: z.string().nullable().meta({ description: OWNERS }),
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .nullable()
      .meta({ description: `Degrees north.${obscured}` }),
    longitude: z
      .number()
      .min(-180)
      .max(180)
      .nullable()
      .meta({ description: `Degrees east.${obscured}` }),
    region: z.string().nullable().meta({ description: 'ISO 3166-2, such as `US-TX`.' }),
    country: z.string().nullable().meta({ description: 'ISO 3166-1, such as `US`.' }),
    obscured: z.boolean().meta({ description: 'False for the owner, who alone reads the exact place.' }),
  })
  .meta({ description: 'A place, exact for the owner of the catch alone.' });

export const photoFileSchema = z
  .object({
    url: z.string().meta({ description: 'Needs no credential.' }),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  })
  .meta({ description: 'A picture; its measures are in pixels.' });

export const publicPhotoSchema = photoFileSchema
  .extend({
    id: z.string(),
    variants: z.object({ thumb: photoFileSchema, small: photoFileSchema, large: photoFileSchema }),
    created_at: instantSchema,
  })
  .meta({ description: 'A photo of a catch, with smaller versions of it.' });

export const publicCatchSchema = z
  .object({
    id: z.string(),
    species: z.string().meta({ description: 'The common name at the time of publishing.' }),
    species_id: z.string(),
    weight_lbs: z.number().meta({ description: 'Pounds.' }),
    length_in: z.number().nullable().meta({ description: 'Inches; null: not stated.' }),
    depth_ft: z.number().nullable().meta({ description: 'Feet below the surface; null: not stated.' }),
    verification_tier: verificationTierSchema.meta({
      description: 'How far the catch has been verified, lowest first.',
    }),
    caught_at: instantSchema,
    created_at: instantSchema,
    updated_at: instantSchema,
    angler: anglerRefSchema,
    location: publicLocationSchema.nullable(),
    method: z.string().nullable(),
    bait: z.string().nullable(),
    water_type: z.enum(['freshwater', 'saltwater', 'brackish']).nullable(),
    released: z.boolean().nullable().meta({ description: 'Null: not stated.' }),
    notes: z.string().nullable(),
    photos: z.array(publicPhotoSchema).meta({ description: 'Oldest first.' }),
    version: versionSchema,
    external_id: z.string().nullable().meta({ description: OWNERS }),
    metadata: z.record(z.string(), z.string()).nullable().meta({ description: OWNERS }),
  })
  .meta({
    description:
      'A catch: as its owner reads it in webhooks and on `catch.owner-events`, as everybody may see it on ' +
      '`catch.events`.',
  });
export type PublicCatch = z.infer<typeof publicCatchSchema>;

const previousSchema = publicCatchSchema
  .partial()
  .meta({ description: 'The old values of the fields that changed, and of no others; nested objects whole.' });

export const catchLoggedV1 = publicCatchSchema.meta({
  description: 'A catch was logged. The subject is the catch, and this is its first event.',
});
export const catchEditedV1 = publicCatchSchema.extend({ previous: previousSchema }).meta({
  description:
    'A catch was edited, got or lost a photo, or lost what its erased angler said of it (then ' +
    '`previous` is empty). It is the ' +
    'whole catch as it is now, and replaces what is kept of it. The subject is the catch.',
});
export const catchDeletedV1 = publicCatchSchema.extend({ deleted_at: instantSchema }).meta({
  description:
    'A catch was deleted by its owner; the event shows it as it last was. The subject is the catch, and this ' +
    'is its last event.',
});

const evidenceSchema = z
  .object({
    photos: z.array(z.string()).meta({ description: 'Ids of photos of the catch.' }),
    witness: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
    certificate_number: z.string().nullable(),
  })
  .meta({ description: 'What the request shows for the tier.' });

const verificationStep = z.object({
  id: z.string().meta({ description: 'Of the verification.' }),
  catch_id: z.string(),
  tier: verificationTierSchema.meta({ description: 'The tier that was asked for.' }),
  status: z.enum(['pending', 'approved', 'rejected', 'revoked']),
  reason: z
    .string()
    .nullable()
    .meta({
      description:
        'The reviewer’s, null once the angler of the catch was erased; `edited`, `deleted` or `erased` ' +
        'where an edit, a deletion ' +
        'or the angler’s erasure closed the request; null where none was given.',
    }),
  evidence: evidenceSchema
    .nullable()
    .optional()
    .meta({
      description: `${OWNERS} Absent in events of earlier releases. Empty once the angler was erased.`,
    }),
  requested_by: z.string().meta({ description: 'The account that asked.' }),
  decided_by: z.string().nullable().meta({ description: 'The account that decided; null where none did.' }),
  created_at: instantSchema,
  decided_at: instantSchema.nullable().meta({ description: 'Null: undecided.' }),
  version: versionSchema.meta({ description: 'The catch’s, which each step of a verification moves.' }),
  catch: publicCatchSchema,
});
const decidedStep = verificationStep.extend({
  previous: z
    .object({
      status: z.string(),
      verification_tier: verificationTierSchema
        .optional()
        .meta({ description: 'The catch’s; absent where it stayed.' }),
    })
    .meta({ description: 'The old values of what changed.' }),
});

const AND_THE_CATCH = 'The subject is the catch, which `catch` tells whole as this step left it.';

export const verificationRequestedV1 = verificationStep.meta({
  description: `The owner of a catch asked for a verification tier. ${AND_THE_CATCH}`,
});
export const verificationApprovedV1 = decidedStep.meta({
  description: `A reviewer approved a verification; the catch has at least its tier now. ${AND_THE_CATCH}`,
});
export const verificationRejectedV1 = decidedStep.meta({
  description:
    'A verification was rejected, by a reviewer or because the catch was edited or deleted or its ' +
    `angler erased; the catch keeps its tier. ${AND_THE_CATCH}`,
});
export const verificationRevokedV1 = decidedStep.meta({
  description:
    'An approval was taken back; the catch falls to the highest tier that is still approved. ' + AND_THE_CATCH,
});

export type CatchLoggedV1 = z.infer<typeof catchLoggedV1>;
export type CatchEditedV1 = z.infer<typeof catchEditedV1>;
export type CatchDeletedV1 = z.infer<typeof catchDeletedV1>;
export type VerificationRequestedV1 = z.infer<typeof verificationRequestedV1>;
export type VerificationApprovedV1 = z.infer<typeof verificationApprovedV1>;
export type VerificationRejectedV1 = z.infer<typeof verificationRejectedV1>;
export type VerificationRevokedV1 = z.infer<typeof verificationRevokedV1>;
