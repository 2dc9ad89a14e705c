import { idSchema } from '@cds/contracts';
import { pageDepth, pageQuery, queryList, text } from '@cds/service-kit';
import { z } from 'zod';

const witnessSchema = z.strictObject({ name: text(200).min(1), email: z.email().max(200).nullable().optional() });

export const requestVerificationBody = z.strictObject({
  tier: z.enum(['photo', 'witnessed', 'certified']),
  evidence: z
    .strictObject({
      photos: z.array(idSchema('photo')).max(20).optional(),
      witness: witnessSchema.nullable().optional(),
      certificate_number: text(200).min(1).nullable().optional(),
    })
    .optional(),
});

export type RequestVerificationBody = z.infer<typeof requestVerificationBody>;

export const approveBody = z.strictObject({ reason: text(200).nullable().optional() }).optional();
/** Of a rejection and of a revocation. */
export const reasonBody = z.strictObject({ reason: text(200).min(1) });

export const VERIFICATION_STATUSES = ['pending', 'approved', 'rejected', 'revoked'] as const;

export const listVerificationsQuery = z
  .strictObject({ ...pageQuery, status: queryList(z.enum(VERIFICATION_STATUSES)).optional() })
  .check(pageDepth);
export type ListVerificationsQuery = z.infer<typeof listVerificationsQuery>;
