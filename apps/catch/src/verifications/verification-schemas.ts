import { idSchema, verificationTierSchema } from '@cds/contracts';
import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { nonBlankText, queryList, text } from '@cds/validation';
import { z } from 'zod';

const witnessSchema = z.strictObject({ name: nonBlankText(200), email: z.email().max(200).nullable().optional() });

export const requestVerificationBody = z.strictObject({
  tier: z.enum(['photo', 'witnessed', 'certified']),
  evidence: z
    .strictObject({
      photos: z.array(idSchema('photo')).max(20).optional(),
      witness: witnessSchema.nullable().optional(),
      certificate_number: nonBlankText(200).nullable().optional(),
    })
    .optional(),
});

export type RequestVerificationBody = z.infer<typeof requestVerificationBody>;

export const approveBody = z.strictObject({ reason: text(200).nullable().optional() }).optional();
/** Of a rejection and of a revocation. */
export const reasonBody = z.strictObject({ reason: nonBlankText(200) });

export const VERIFICATION_STATUSES = ['pending', 'approved', 'rejected', 'revoked'] as const;

const instant = z.iso.datetime({ precision: 3 });

/** A verification as the API answers it. */
export const verificationSchema = z
  .strictObject({
    id: z.string(),
    catch_id: z.string(),
    tier: verificationTierSchema,
    status: z.enum(VERIFICATION_STATUSES),
    evidence: z.strictObject({
      photos: z.array(z.string()),
      witness: z.strictObject({ name: z.string(), email: z.string().nullable() }).nullable(),
      certificate_number: z.string().nullable(),
    }),
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'The reviewer’s, null once the angler of the catch was erased; `edited`, `deleted` or `erased` ' +
          'where that closed the request.',
      }),
    requested_by: z.string(),
    decided_by: z.string().nullable().meta({
      description:
        'Null while it waits, and where an edit or a deletion of the catch or its angler’s erasure closed it.',
    }),
    created_at: instant,
    decided_at: instant.nullable(),
  })
  .meta({ id: 'Verification' });

export const readVerificationQuery = fieldsQuery(verificationSchema);

export const listVerificationsQuery = z
  .strictObject({
    ...cursorPageQuery,
    status: queryList(z.enum(VERIFICATION_STATUSES)).optional(),
    catch_id: queryList(idSchema('catch')).optional().meta({ description: 'Of these catches alone.' }),
    sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(verificationSchema).optional(),
  })
  .check(cursorPageRules);
export type ListVerificationsQuery = z.infer<typeof listVerificationsQuery>;
