import { VERIFICATION_TIERS, type VerificationTier } from '@cds/contracts';
import type { Verification } from '../generated/client.js';

export interface VerificationView {
  id: string;
  catch_id: string;
  tier: VerificationTier;
  status: string;
  evidence: unknown;
  reason: string | null;
  requested_by: string;
  decided_by: string | null;
  created_at: string;
  decided_at: string | null;
}

export const verificationView = (row: Verification): VerificationView => ({
  id: row.id,
  catch_id: row.catchId,
  tier: VERIFICATION_TIERS[row.tier] ?? 'unverified',
  status: row.status,
  evidence: row.evidence,
  reason: row.reason,
  requested_by: row.requestedBy,
  decided_by: row.decidedBy,
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
});
