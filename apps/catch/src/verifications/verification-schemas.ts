import { idSchema, verificationTierSchema } from '@cds/contracts';
import { cursorPageQuery, cursorPageRules, fieldsQuery, queryFields, querySort } from '@cds/listing';
import { nonBlankText, queryList, shownName, text } from '@cds/validation';
import { z } from 'zod';

export const newWitnessSchema = z.strictObject({
  name: shownName(200),
  email: z.email().max(200).nullable().optional(),
});

export const newEvidenceSchema = z.strictObject({
  photos: z.array(idSchema('photo')).max(20).optional(),
  witness: newWitnessSchema.nullable().optional(),
  certificate_number: nonBlankText(200).nullable().optional(),
});

export const requestedTierSchema = z.enum(['photo', 'witnessed', 'certified']);

export const requestVerificationBody = z
  .strictObject({ tier: requestedTierSchema, evidence: newEvidenceSchema.optional() })
  .meta({ id: 'NewVerification' });

export type RequestVerificationBody = z.infer<typeof requestVerificationBody>;

const approval = z.strictObject({ reason: text(200).nullable().optional() }).meta({ id: 'VerificationApproval' });
export const approveBody = approval.optional();
/** Of a rejection and of a revocation. */
export const reasonBody = z.strictObject({ reason: nonBlankText(200) }).meta({ id: 'VerificationReason' });

export const VERIFICATION_STATUSES = ['pending', 'approved', 'rejected', 'revoked'] as const;

const instant = z.iso.datetime({ precision: 3 });

export const witnessSchema = z.strictObject({ name: z.string(), email: z.string().nullable() });

export const evidenceSchema = z.strictObject({
  photos: z.array(z.string()),
  witness: witnessSchema.nullable(),
  certificate_number: z.string().nullable(),
});

/** A verification as the API answers it. */
export const verificationSchema = z
  .strictObject({
    id: z.string(),
    catch_id: z.string(),
    tier: verificationTierSchema,
    status: z.enum(VERIFICATION_STATUSES),
    evidence: evidenceSchema,
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'The reviewer’s reason; `edited`, `deleted` or `erased` if that closed the request. Null if there is ' +
          'none or the angler is erased.',
      }),
    requested_by: z.string(),
    decided_by: z
      .string()
      .nullable()
      .meta({
        description:
          'The account that decided. Null while the request is pending, and if it was closed because the catch was ' +
          'edited or deleted, or its angler erased.',
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
    catch_id: queryList(idSchema('catch')).optional().meta({ description: 'Only items that concern these catches.' }),
    sort: querySort(['created_at']).default([{ key: 'created_at', descending: true }]),
    fields: queryFields(verificationSchema).optional(),
  })
  .check(cursorPageRules);
export type ListVerificationsQuery = z.infer<typeof listVerificationsQuery>;
