import type { VerificationTier } from '@cds/contracts';
import { AppError } from '@cds/errors';
import type { Evidence, VerificationRequested } from '../../catches/catch.events.js';
import { type Logged, pendingVerification } from '../../catches/catch.state.js';

export interface RequestVerification {
  verificationId: string;
  tier: Exclude<VerificationTier, 'unverified'>;
  evidence: Evidence;
  requestedBy: string;
}

/** Each tier needs its own evidence; a catch has one request at a time. */
export const requestVerification = (command: RequestVerification, state: Logged): VerificationRequested => {
  const pending = pendingVerification(state);
  if (pending) {
    throw new AppError({ code: 'verification.pending', kind: 'conflict', message: `The request ${pending.id} is still pending.` });
  }
  const missing = missingEvidence(command);
  if (missing) {
    throw new AppError({ code: 'verification.evidence_missing', kind: 'rejected', message: missing.detail, violations: [missing] });
  }
  const { verificationId, tier, evidence, requestedBy } = command;
  return { type: 'VerificationRequested', data: { verificationId, tier, evidence, requestedBy, anglerId: state.details.anglerId } };
};

const missingEvidence = ({ tier, evidence }: RequestVerification) => {
  const code = 'verification.evidence_missing';
  switch (tier) {
    case 'photo':
      // A catch has no photos that evidence could point to, so whatever is named is not a photo of this catch.
      return { pointer: '/evidence/photos', code, detail: 'Tier photo needs a photo of this catch.' };
    case 'witnessed':
      return evidence.witness ? undefined : { pointer: '/evidence/witness', code, detail: 'Tier witnessed needs a witness.' };
    case 'certified':
      return evidence.certificateNumber === null
        ? { pointer: '/evidence/certificate_number', code, detail: 'Tier certified needs a certificate number.' }
        : undefined;
  }
};
