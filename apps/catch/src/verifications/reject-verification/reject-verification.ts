import type { VerificationRejected } from '../../catches/model/catch.events.js';
import type { Logged } from '../../catches/model/catch.state.js';
import { reviewable } from '../review.js';

export interface RejectVerification {
  verificationId: string;
  reviewer: string;
  reason: string;
}

/** The request is closed; the catch keeps the tier it had. */
export const rejectVerification = (
  { verificationId, reviewer, reason }: RejectVerification,
  state: Logged,
): VerificationRejected => {
  reviewable(verificationId, reviewer, state);
  return {
    type: 'VerificationRejected',
    data: { verificationId, reason, decidedBy: reviewer, anglerId: state.details.anglerId },
  };
};
