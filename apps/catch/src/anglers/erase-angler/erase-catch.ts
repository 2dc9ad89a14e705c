import type { CatchErased, VerificationRejected } from '../../catches/model/catch.events.js';
import { type Logged, pendingVerification } from '../../catches/model/catch.state.js';

/**
 * The catch says nothing more of the angler. A request that still waits has lost its evidence and is closed, unless the
 * catch is another's by now.
 */
export const eraseCatch = (anglerId: string, state: Logged): readonly (CatchErased | VerificationRejected)[] => {
  const erased: CatchErased = { type: 'CatchErased', data: { erasedAnglerId: anglerId } };
  const pending = state.details.anglerId === anglerId ? pendingVerification(state) : undefined;
  if (!pending) return [erased];
  return [
    erased,
    { type: 'VerificationRejected', data: { verificationId: pending.id, reason: 'erased', decidedBy: null } },
  ];
};
