import { VERIFICATION_TIERS, type VerificationTier } from '@cds/contracts';
import type { StoredResponse } from '@cds/idempotency';
import { evidenceRow } from '../catches/write/save-catch.js';
import type { Deleted, Logged } from '../catches/model/catch.state.js';
import type { Verification } from '../generated/client.js';
import { verificationNotFound } from './review.js';

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

/** Evidence as it is shown once it is gone. */
export const NO_EVIDENCE = { photos: [], witness: null, certificate_number: null };

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

/**
 * The same from the log: a request as a write leaves it, and as its response is kept under the angler of the catch.
 * Evidence for a catch that was another angler's then is left out: an erasure of theirs would not find it there.
 */
export const verificationIn = (state: Logged | Deleted, id: string): VerificationView => {
  const one = state.verifications.find((verification) => verification.id === id);
  if (!one) throw verificationNotFound(id);
  return {
    id: one.id,
    catch_id: state.id,
    tier: one.tier,
    status: one.status,
    evidence: one.anglerId === state.details.anglerId ? evidenceRow(one.evidence) : NO_EVIDENCE,
    reason: one.reason,
    requested_by: one.requestedBy,
    decided_by: one.decidedBy,
    created_at: one.createdAt.toISOString(),
    decided_at: one.decidedAt?.toISOString() ?? null,
  };
};

/** How a new request is answered. */
export const requestedVerification = (view: VerificationView): StoredResponse => ({
  status: 201,
  headers: { location: `/v1/verifications/${view.id}` },
  body: view,
});
