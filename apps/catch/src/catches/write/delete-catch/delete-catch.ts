import type { CatchDeleted, VerificationRejected } from '../../model/catch.events.js';
import { type Logged, pendingVerification } from '../../model/catch.state.js';

/** The catch leaves every list, and a request that still waits leaves the review queue. */
export const deleteCatch = (state: Logged): readonly (CatchDeleted | VerificationRejected)[] => {
  const pending = pendingVerification(state);
  const deleted: CatchDeleted = { type: 'CatchDeleted', data: {} };
  if (!pending) return [deleted];
  return [
    { type: 'VerificationRejected', data: { verificationId: pending.id, reason: 'deleted', decidedBy: null } },
    deleted,
  ];
};
