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
export type CatchPhotoAdded = DomainEvent<'CatchPhotoAdded', { photoId: string; anglerId: string; image: PhotoImage | null }>;

export type CatchPhotoRemoved = DomainEvent<'CatchPhotoRemoved', { photoId: string }>;

export type VerificationRequested = DomainEvent<
  'VerificationRequested',
  { verificationId: string; tier: VerificationTier; evidence: Evidence; requestedBy: string; anglerId: string }
>;

export type VerificationApproved = DomainEvent<
  'VerificationApproved',
  { verificationId: string; tier: VerificationTier; reason: string | null; decidedBy: string }
>;

export type VerificationRejected = DomainEvent<
  'VerificationRejected',
  /** `decidedBy` is null when an edit of the catch closed the request. */
  { verificationId: string; reason: string; decidedBy: string | null }
>;

/** `verificationTier` is the one that is left: the highest that is still approved. */
export type VerificationRevoked = DomainEvent<
  'VerificationRevoked',
  { verificationId: string; verificationTier: VerificationTier; reason: string; decidedBy: string }
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
