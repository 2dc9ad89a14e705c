import { tierReaches, type VerificationTier } from '@cds/contracts';
import { AppError, type Violation } from '@cds/errors';
import type { Evidence, VerificationRequested } from '../../catches/model/catch.events.js';
import { tooManyVerifications } from '../../catches/model/catch.errors.js';
import { type Logged, pendingVerification } from '../../catches/model/catch.state.js';

/** The state of a catch has all of them, with their evidence, and is read whole for each write. */
export const MAX_VERIFICATIONS = 100;

export interface RequestVerification {
  verificationId: string;
  tier: Exclude<VerificationTier, 'unverified'>;
  evidence: Evidence;
  requestedBy: string;
}

/**
 * Each tier needs its own evidence and brings a catch further; a catch has one request at a time, and
 * `MAX_VERIFICATIONS` in all.
 */
export const requestVerification = (command: RequestVerification, state: Logged): VerificationRequested => {
  const pending = pendingVerification(state);
  if (pending) {
    throw new AppError({
      code: 'verification.pending',
      kind: 'conflict',
      message: `The request ${pending.id} is still pending.`,
    });
  }
  if (tierReaches(state.tier, command.tier)) {
    throw new AppError({
      code: 'verification.tier_reached',
      kind: 'conflict',
      message: `The catch is ${state.tier} already.`,
    });
  }
  if (state.verifications.length >= MAX_VERIFICATIONS) throw tooManyVerifications(state.id, MAX_VERIFICATIONS);
  const violations = evidenceViolations(command, state);
  const [first] = violations;
  if (first)
    throw new AppError({ code: 'verification.evidence_missing', kind: 'rejected', message: first.detail, violations });
  const { verificationId, tier, evidence, requestedBy } = command;
  return {
    type: 'VerificationRequested',
    data: { verificationId, tier, evidence, requestedBy, anglerId: state.details.anglerId },
  };
};

/** What the evidence lacks for the tier, and photos in it that are not of this catch. */
export const evidenceViolations = (
  { tier, evidence }: Pick<RequestVerification, 'tier' | 'evidence'>,
  state: Logged,
): Violation[] => {
  const code = 'verification.evidence_missing';
  const foreign = evidence.photos.flatMap((id, index) =>
    isPhotoOf(state, id)
      ? []
      : [{ pointer: `/evidence/photos/${index}`, code, detail: `${id} is not a photo of this catch.` }],
  );
  const missing = missingEvidence(tier, evidence);
  return missing ? [{ ...missing, code }, ...foreign] : foreign;
};

const missingEvidence = (tier: RequestVerification['tier'], { photos, witness, certificateNumber }: Evidence) => {
  switch (tier) {
    case 'photo':
      return photos.length > 0
        ? undefined
        : { pointer: '/evidence/photos', detail: 'Tier photo needs a photo of this catch.' };
    case 'witnessed':
      return witness ? undefined : { pointer: '/evidence/witness', detail: 'Tier witnessed needs a witness.' };
    case 'certified':
      return certificateNumber === null
        ? { pointer: '/evidence/certificate_number', detail: 'Tier certified needs a certificate number.' }
        : undefined;
  }
};

const isPhotoOf = (state: Logged, photoId: string): boolean => state.photos.some(({ id }) => id === photoId);
