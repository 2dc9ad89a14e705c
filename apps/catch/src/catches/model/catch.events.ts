import type { VerificationTier } from '@cds/contracts';
import type { DomainEvent } from '@cds/event-sourcing';
import type { PhotoImage } from './catch-photo.js';

export type WaterType = 'freshwater' | 'saltwater' | 'brackish';

/** Where a catch was made, as its owner gave it: degrees, an ISO 3166-2 region. */
export interface CatchLocation {
  name: string | null;
  latitude: number | null;
  longitude: number | null;
  region: string | null;
  country: string | null;
}

/** What the owner of a catch says of it. Pounds, inches, feet. */
export interface CatchDetails {
  speciesId: string;
  anglerId: string;
  weightLbs: number;
  lengthIn: number | null;
  depthFt: number | null;
  /** ISO 8601, UTC, milliseconds. */
  caughtAt: string;
  location: CatchLocation | null;
  method: string | null;
  bait: string | null;
  waterType: WaterType | null;
  released: boolean | null;
  notes: string | null;
  externalId: string | null;
  metadata: Readonly<Record<string, string>> | null;
}

export interface Evidence {
  photos: readonly string[];
  witness: { name: string; email: string | null } | null;
  certificateNumber: string | null;
}

export type CatchLogged = DomainEvent<'CatchLogged', { accountId: string } & CatchDetails>;

/** `changes` has the new values of changed fields alone; `verificationTier` is there when the edit took a tier away. */
export type CatchEdited = DomainEvent<
  'CatchEdited',
  { anglerId: string; changes: Partial<CatchDetails>; verificationTier?: 'unverified' }
>;

export type CatchDeleted = DomainEvent<'CatchDeleted', Record<string, never>>;

/** `image` is null once it was erased: then there is no such photo. */
export type CatchPhotoAdded = DomainEvent<
  'CatchPhotoAdded',
  { photoId: string; anglerId: string; image: PhotoImage | null }
>;

export type CatchPhotoRemoved = DomainEvent<'CatchPhotoRemoved', { photoId: string }>;

export type VerificationRequested = DomainEvent<
  'VerificationRequested',
  { verificationId: string; tier: VerificationTier; evidence: Evidence; requestedBy: string; anglerId: string }
>;

/**
 * A reviewer's word. `anglerId` is whose catch it was then: the reason may speak of them and goes with them, and nobody
 * who was erased can be meant any more. Events of before it was kept have none.
 */
export interface Decision {
  verificationId: string;
  reason: string | null;
  anglerId?: string;
}

export type VerificationApproved = DomainEvent<
  'VerificationApproved',
  Decision & { tier: VerificationTier; decidedBy: string }
>;

/**
 * `decidedBy` and `anglerId` are not there when an edit, a deletion or an erasure closed the request: then `reason`
 * says which.
 */
export type VerificationRejected = DomainEvent<'VerificationRejected', Decision & { decidedBy: string | null }>;

/** `verificationTier` is the one that is left: the highest that is still approved. */
export type VerificationRevoked = DomainEvent<
  'VerificationRevoked',
  Decision & { verificationTier: VerificationTier; decidedBy: string }
>;

/** What was personal of this angler left the log; what the catch says of them is nothing any more. */
export type CatchErased = DomainEvent<'CatchErased', { erasedAnglerId: string }>;

export type CatchEvent =
  | CatchLogged
  | CatchEdited
  | CatchDeleted
  | CatchPhotoAdded
  | CatchPhotoRemoved
  | VerificationRequested
  | VerificationApproved
  | VerificationRejected
  | VerificationRevoked
  | CatchErased;
