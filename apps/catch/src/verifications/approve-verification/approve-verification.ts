import type { VerificationApproved } from '../../catches/model/catch.events.js';
import type { Logged } from '../../catches/model/catch.state.js';
import { reviewable } from '../review.js';

export interface ApproveVerification {
  verificationId: string;
  reviewer: string;
  reason: string | null;
}

/** A second account vouches for the catch: its tier rises to the one that was asked for, and never falls. */
export const approveVerification = (
  { verificationId, reviewer, reason }: ApproveVerification,
  state: Logged,
): VerificationApproved => {
  const { tier } = reviewable(verificationId, reviewer, state);
  return {
    type: 'VerificationApproved',
    data: { verificationId, tier, reason, decidedBy: reviewer, anglerId: state.details.anglerId },
  };
};
