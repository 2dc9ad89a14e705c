import { z } from 'zod';
import { verificationTierSchema } from '../verification-tier.js';
import { anglerRefSchema, instantSchema, versionSchema } from './shared.js';

const OWNERS = 'Visible to the owner only. Null for everybody else.';
const obscured = ', rounded to a grid of 0.1° where `obscured` is true. Null if not stated.';

export const publicLocationSchema = z
  .object({
    name: z.string().nullable().meta({ description: OWNERS }),
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .nullable()
      .meta({ description: `The latitude in degrees${obscured}` }),
    longitude: z
      .number()
      .min(-180)
      .max(180)
      .nullable()
      .meta({ description: `The longitude in degrees${obscured}` }),
    region: z.string().nullable().meta({ description: 'An ISO 3166-2 code, such as `US-TX`.' }),
    country: z.string().nullable().meta({ description: 'An ISO 3166-1 code, such as `US`.' }),
    obscured: z.boolean().meta({
      description: 'Whether the coordinates are rounded. False for the owner, who alone reads the exact place.',
    }),
  })
  .meta({ description: 'A place. Only the owner of the catch reads its exact coordinates.' });

export const photoFileSchema = z
  .object({
    url: z.string().meta({ description: 'The URL, which requires no credential.' }),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  })
  .meta({ description: 'A picture. Its dimensions are in pixels.' });

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
    species: z.string().meta({ description: 'The common name when the event was published.' }),
    species_id: z.string(),
    weight_lbs: z.number().meta({ description: 'The weight in pounds.' }),
    length_in: z.number().nullable().meta({ description: 'The length in inches. Null if not stated.' }),
    depth_ft: z.number().nullable().meta({ description: 'The depth in feet. Null if not stated.' }),
    verification_tier: verificationTierSchema.meta({
      description: 'How far the catch has been verified, from lowest to highest.',
    }),
    caught_at: instantSchema,
    created_at: instantSchema,
    updated_at: instantSchema,
    angler: anglerRefSchema,
    location: publicLocationSchema.nullable(),
    method: z.string().nullable(),
    bait: z.string().nullable(),
    water_type: z.enum(['freshwater', 'saltwater', 'brackish']).nullable(),
    released: z.boolean().nullable().meta({ description: 'Whether the fish was released. Null if not stated.' }),
    notes: z.string().nullable(),
    photos: z.array(publicPhotoSchema).meta({ description: 'The photos, oldest first.' }),
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

const previousSchema = publicCatchSchema.partial().meta({
  description: 'The previous values of the fields that changed, and of no others. Nested objects are complete.',
});

export const catchLoggedV1 = publicCatchSchema.meta({
  description: 'A catch was logged. The subject is the catch, and this is its first event.',
});
export const catchEditedV1 = publicCatchSchema.extend({ previous: previousSchema }).meta({
  description:
    'A catch was edited, gained or lost a photo, or lost the personal data of its erased angler (in which ' +
    'case `previous` is empty). The event contains the whole catch as it is now; replace your copy with it. ' +
    'The subject is the catch.',
});
export const catchDeletedV1 = publicCatchSchema.extend({ deleted_at: instantSchema }).meta({
  description:
    'A catch was deleted by its owner. The event contains the catch as it was before. The subject is the ' +
    'catch, and this is its last event.',
});

const evidenceSchema = z
  .object({
    photos: z.array(z.string()).meta({ description: 'The ids of photos of the catch.' }),
    witness: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
    certificate_number: z.string().nullable(),
  })
  .meta({ description: 'The evidence that the request contains for the tier.' });

const verificationStep = z.object({
  id: z.string().meta({ description: 'The id of the verification.' }),
  catch_id: z.string(),
  tier: verificationTierSchema.meta({ description: 'The requested tier.' }),
  status: z.enum(['pending', 'approved', 'rejected', 'revoked']),
  reason: z
    .string()
    .nullable()
    .meta({
      description:
        'The reviewer’s reason; `edited`, `deleted` or `erased` if that closed the request. Null if there is ' +
        'none or the angler is erased.',
    }),
  evidence: evidenceSchema
    .nullable()
    .optional()
    .meta({
      description:
        'The evidence. Visible to the owner only, and null for everybody else. Absent in events of earlier releases. ' +
        'Empty once the angler is erased.',
    }),
  requested_by: z.string().meta({ description: 'The account that requested it.' }),
  decided_by: z.string().nullable().meta({ description: 'The account that decided. Null if no account did.' }),
  created_at: instantSchema,
  decided_at: instantSchema.nullable().meta({ description: 'When it was decided. Null while it is undecided.' }),
  version: versionSchema.meta({
    description: 'The version of the catch, which each step of a verification increases.',
  }),
  catch: publicCatchSchema,
});
const decidedStep = verificationStep.extend({
  previous: z
    .object({
      status: z.string(),
      verification_tier: verificationTierSchema
        .optional()
        .meta({ description: 'The previous tier of the catch. Absent if it did not change.' }),
    })
    .meta({ description: 'The previous values of the fields that changed.' }),
});

const AND_THE_CATCH = 'The subject is the catch; `catch` contains it as this event left it.';

export const verificationRequestedV1 = verificationStep.meta({
  description: `The owner of a catch requested a verification tier. ${AND_THE_CATCH}`,
});
export const verificationApprovedV1 = decidedStep.meta({
  description: `A reviewer approved a verification. The catch now has at least the approved tier. ${AND_THE_CATCH}`,
});
export const verificationRejectedV1 = decidedStep.meta({
  description:
    'A verification was rejected, either by a reviewer or because the catch was edited or deleted or its angler ' +
    `erased. The catch keeps its tier. ${AND_THE_CATCH}`,
});
export const verificationRevokedV1 = decidedStep.meta({
  description:
    'An approval was revoked. The catch falls back to the highest tier that is still approved. ' + AND_THE_CATCH,
});

export type CatchLoggedV1 = z.infer<typeof catchLoggedV1>;
export type CatchEditedV1 = z.infer<typeof catchEditedV1>;
export type CatchDeletedV1 = z.infer<typeof catchDeletedV1>;
export type VerificationRequestedV1 = z.infer<typeof verificationRequestedV1>;
export type VerificationApprovedV1 = z.infer<typeof verificationApprovedV1>;
export type VerificationRejectedV1 = z.infer<typeof verificationRejectedV1>;
export type VerificationRevokedV1 = z.infer<typeof verificationRevokedV1>;
