import { tierRank, type VerificationTier } from '@cds/contracts';
import type { VerificationRevoked } from '../../catches/catch.events.js';
import type { Logged } from '../../catches/catch.state.js';
import { revocable } from '../review.js';

export interface RevokeVerification {
  verificationId: string;
  reviewer: string;
  reason: string;
}

/** An approval is taken back: the catch falls to the highest tier that is still approved of it as it is. */
export const revokeVerification = ({ verificationId, reviewer, reason }: RevokeVerification, state: Logged): VerificationRevoked => {
  revocable(verificationId, reviewer, state);
  const left = state.approvals.filter((one) => one.verificationId !== verificationId).map(({ tier }) => tier);
  return { type: 'VerificationRevoked', data: { verificationId, verificationTier: highest(left), reason, decidedBy: reviewer } };
};

const highest = (tiers: readonly VerificationTier[]): VerificationTier =>
  tiers.reduce<VerificationTier>((best, tier) => (tierRank(tier) > tierRank(best) ? tier : best), 'unverified');
