import { isDeepStrictEqual } from 'node:util';
import type { CatchDetails, CatchEdited, VerificationRejected } from '../../model/catch.events.js';
import { fieldsWhere, partsWhere } from '../../rules/fields-where.js';
import { type Logged, pendingVerification } from '../../model/catch.state.js';

export interface EditCatch {
  /** New values; a field that is left out stays. */
  details: Partial<CatchDetails>;
}

/** Why a request is closed when the catch that it is about was changed under it. */
export const EDITED = 'edited';

/**
 * Nothing happens when every value is already there. A change of what a reviewer vouched for (species, angler, region,
 * time, any measure) takes the tier away and closes a request that is still waiting.
 */
export const editCatch = ({ details }: EditCatch, state: Logged): readonly (CatchEdited | VerificationRejected)[] => {
  const changes = differences(state.details, details);
  if (Object.keys(changes).length === 0) return [];
  const touched = touchesVerified(changes, state.details);
  const anglerId = changes.anglerId ?? state.details.anglerId;
  const edited: CatchEdited = {
    type: 'CatchEdited',
    data: {
      anglerId,
      changes,
      ...(touched && state.tier !== 'unverified' && { verificationTier: 'unverified' as const }),
    },
  };
  const pending = touched ? pendingVerification(state) : undefined;
  if (!pending) return [edited];
  return [
    edited,
    { type: 'VerificationRejected', data: { verificationId: pending.id, reason: EDITED, decidedBy: null } },
  ];
};

const differences = (now: CatchDetails, wanted: Partial<CatchDetails>): Partial<CatchDetails> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, now[field as keyof CatchDetails]),
    ),
  );

const VOUCHED_FOR = fieldsWhere({ isVouchedFor: true });
const VOUCHED_PARTS = partsWhere({ isVouchedFor: true });

const touchesVerified = (changes: Partial<CatchDetails>, now: CatchDetails): boolean =>
  VOUCHED_FOR.some((field) => changes[field] !== undefined) ||
  (changes.location !== undefined &&
    VOUCHED_PARTS.some((part) => (changes.location?.[part] ?? null) !== (now.location?.[part] ?? null)));
