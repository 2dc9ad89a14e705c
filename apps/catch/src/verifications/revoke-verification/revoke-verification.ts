import { tierRank, type VerificationTier } from '@cds/contracts';
import type { VerificationRevoked } from '../../catches/model/catch.events.js';
import type { Logged } from '../../catches/model/catch.state.js';
import { revocable } from '../review.js';

export interface RevokeVerification {
  verificationId: string;
  reviewer: string;
  /** Null: it is not kept, as the angler of the catch was erased. */
  reason: string | null;
}

/** An approval is taken back: the catch falls to the highest tier that is still approved of it as it is. */
export const revokeVerification = (
  { verificationId, reviewer, reason }: RevokeVerification,
  state: Logged,
): VerificationRevoked => {
  revocable(verificationId, reviewer, state);
  const left = state.approvals.filter((one) => one.verificationId !== verificationId).map(({ tier }) => tier);
  const said = reason === null ? { reason } : { reason, anglerId: state.details.anglerId };
  return {
    type: 'VerificationRevoked',
    data: { verificationId, verificationTier: highest(left), decidedBy: reviewer, ...said },
  };
};

const highest = (tiers: readonly VerificationTier[]): VerificationTier =>
  tiers.reduce<VerificationTier>((best, tier) => (tierRank(tier) > tierRank(best) ? tier : best), 'unverified');
