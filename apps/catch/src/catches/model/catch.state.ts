import { tierReaches, type VerificationTier } from '@cds/contracts';
import type { RecordedEvent } from '@cds/event-sourcing';
import type { CatchDetails, CatchEvent, CatchLogged, Evidence } from './catch.events.js';
import type { CatchPhoto } from './catch-photo.js';
import { withoutPersonal } from './without-personal.js';

export interface VerificationState {
  id: string;
  tier: VerificationTier;
  status: 'pending' | 'approved' | 'rejected' | 'revoked';
  evidence: Evidence;
  /** Whose catch it was when it was asked for: the evidence is personal data of this angler. */
  anglerId: string;
  reason: string | null;
  requestedBy: string;
  decidedBy: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

interface Known {
  id: string;
  accountId: string;
  details: CatchDetails;
  tier: VerificationTier;
  verifications: readonly VerificationState[];
  /**
   * The approvals that vouch for the catch as it is: those since the last edit that took the tier away, without revoked
   * ones.
   */
  approvals: readonly { verificationId: string; tier: VerificationTier }[];
  /** Whose personal data left this catch for good. */
  erasedAnglers: readonly string[];
  /** Oldest first. */
  photos: readonly CatchPhoto[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface Unlogged {
  status: 'unlogged';
  version: 0;
}
export interface Logged extends Known {
  status: 'logged';
}
export interface Deleted extends Known {
  status: 'deleted';
  deletedAt: Date;
}
export type CatchState = Unlogged | Logged | Deleted;

export const UNLOGGED: Unlogged = { status: 'unlogged', version: 0 };

/** What a catch is after its first event. */
export const loggedCatch = (
  id: string,
  { data: { accountId, ...details } }: CatchLogged,
  version: number,
  at: Date,
): Logged => ({
  status: 'logged',
  id,
  accountId,
  details,
  tier: 'unverified',
  verifications: [],
  approvals: [],
  erasedAnglers: [],
  photos: [],
  version,
  createdAt: at,
  updatedAt: at,
});

/** What the log says a catch is. Pure; an event on a catch that was never logged is a broken log and throws. */
export const evolve = (state: CatchState, event: RecordedEvent<CatchEvent>): CatchState => {
  const { version, occurredAt, streamId } = event.metadata;
  if (event.type === 'CatchLogged') return loggedCatch(streamId, event, version, occurredAt);
  if (state.status === 'unlogged') throw new Error(`the stream ${streamId} begins with ${event.type}`);
  const next = { ...state, version, updatedAt: occurredAt };
  switch (event.type) {
    case 'CatchEdited':
      return {
        ...next,
        details: { ...state.details, ...event.data.changes },
        ...(event.data.verificationTier && { tier: event.data.verificationTier, approvals: [] }),
      };
    case 'CatchPhotoAdded': {
      const { photoId: id, image } = event.data;
      return image
        ? { ...next, photos: [...state.photos, { id, ...image, createdAt: occurredAt.toISOString() }] }
        : next;
    }
    case 'CatchPhotoRemoved':
      return { ...next, photos: state.photos.filter(({ id }) => id !== event.data.photoId) };
    case 'CatchDeleted':
      return { ...next, status: 'deleted', deletedAt: occurredAt };
    case 'VerificationRequested': {
      const { verificationId: id, tier, evidence, anglerId, requestedBy } = event.data;
      const asked: VerificationState = {
        id,
        tier,
        status: 'pending',
        evidence,
        anglerId,
        reason: null,
        requestedBy,
        decidedBy: null,
        createdAt: occurredAt,
        decidedAt: null,
      };
      return { ...next, verifications: [...state.verifications, asked] };
    }
    case 'VerificationApproved': {
      const { verificationId, tier, reason, decidedBy } = event.data;
      return {
        ...next,
        tier: tierReaches(tier, state.tier) ? tier : state.tier,
        approvals: [...state.approvals, { verificationId, tier }],
        verifications: decide(state.verifications, verificationId, {
          status: 'approved',
          reason,
          decidedBy,
          decidedAt: occurredAt,
        }),
      };
    }
    case 'VerificationRejected': {
      const { verificationId, reason, decidedBy } = event.data;
      return {
        ...next,
        verifications: decide(state.verifications, verificationId, {
          status: 'rejected',
          reason,
          decidedBy,
          decidedAt: occurredAt,
        }),
      };
    }
    case 'VerificationRevoked': {
      const { verificationId, verificationTier, reason, decidedBy } = event.data;
      return {
        ...next,
        tier: verificationTier,
        approvals: state.approvals.filter((one) => one.verificationId !== verificationId),
        verifications: decide(state.verifications, verificationId, {
          status: 'revoked',
          reason,
          decidedBy,
          decidedAt: occurredAt,
        }),
      };
    }
    // What the angler said is not in the log any more: evidence that is gone must leave its rows too. What was said
    // before the catch became theirs is in the log still, as another's.
    case 'CatchErased': {
      const { erasedAnglerId } = event.data;
      return {
        ...next,
        ...(erasedAnglerId === state.details.anglerId && { details: withoutPersonal(state.details), photos: [] }),
        erasedAnglers: [...state.erasedAnglers, erasedAnglerId],
        verifications: state.verifications.map((one) => ({ ...one })),
      };
    }
  }
};

/** The request that waits for a reviewer; a catch has one at most. */
export const pendingVerification = (state: Known): VerificationState | undefined =>
  state.verifications.find((one) => one.status === 'pending');

const decide = (
  all: readonly VerificationState[],
  id: string,
  decision: Partial<VerificationState>,
): readonly VerificationState[] => all.map((one) => (one.id === id ? { ...one, ...decision } : one));
