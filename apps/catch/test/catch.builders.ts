import type {
  CatchDeleted,
  CatchDetails,
  CatchEdited,
  CatchErased,
  CatchLogged,
  CatchPhotoAdded,
  CatchPhotoRemoved,
  VerificationApproved,
  VerificationRejected,
  VerificationRequested,
  VerificationRevoked,
} from '../src/catches/model/catch.events.js';

export const LARGEMOUTH = 'spc_01h455vb4pex5vsknk0000000a';
export const WALLEYE = 'spc_01h455vb4pex5vsknk0000000b';
export const OWNER = 'acc_01h455vb4pex5vsknk0000000c';
export const REVIEWER = 'acc_01h455vb4pex5vsknk0000000d';
export const ANGLER = 'ang_01h455vb4pex5vsknk0000000e';
export const VERIFICATION = 'ver_01h455vb4pex5vsknk0000000f';

/** Bodies that ask for a tier. */
export const WITNESSED = {
  tier: 'witnessed',
  evidence: { witness: { name: 'Ann Witness', email: 'ann@example.org' } },
};
export const CERTIFIED = { tier: 'certified', evidence: { certificate_number: 'A-7' } };

export const details = (overrides: Partial<CatchDetails> = {}): CatchDetails => ({
  speciesId: LARGEMOUTH,
  anglerId: ANGLER,
  weightLbs: 8.4,
  lengthIn: null,
  depthFt: 12,
  caughtAt: '2026-06-01T06:30:00.000Z',
  location: null,
  method: null,
  bait: null,
  waterType: null,
  released: null,
  notes: null,
  externalId: null,
  metadata: null,
  ...overrides,
});

export const catchLogged = (overrides: Partial<CatchDetails> = {}): CatchLogged => ({
  type: 'CatchLogged',
  data: { accountId: OWNER, ...details(overrides) },
});

export const catchEdited = (changes: Partial<CatchDetails>, verificationTier?: 'unverified'): CatchEdited => ({
  type: 'CatchEdited',
  data: { anglerId: changes.anglerId ?? ANGLER, changes, ...(verificationTier && { verificationTier }) },
});

export const catchDeleted = (): CatchDeleted => ({ type: 'CatchDeleted', data: {} });

export const catchErased = (overrides: Partial<CatchErased['data']> = {}): CatchErased => ({
  type: 'CatchErased',
  data: { erasedAnglerId: ANGLER, ...overrides },
});

export const photoAdded = (overrides: Partial<CatchPhotoAdded['data']> = {}): CatchPhotoAdded => {
  const size = { width: 30, height: 20 };
  const image = {
    digest: 'd'.repeat(64),
    format: 'jpeg',
    sizes: { full: size, large: size, small: size, thumb: size },
  } as const;
  return { type: 'CatchPhotoAdded', data: { photoId: 'pho_1', anglerId: ANGLER, image, ...overrides } };
};

export const photoRemoved = (photoId = 'pho_1'): CatchPhotoRemoved => ({
  type: 'CatchPhotoRemoved',
  data: { photoId },
});

export const verificationRequested = (
  overrides: Partial<VerificationRequested['data']> = {},
): VerificationRequested => ({
  type: 'VerificationRequested',
  data: {
    verificationId: VERIFICATION,
    tier: 'witnessed',
    evidence: { photos: [], witness: { name: 'Ann Witness', email: null }, certificateNumber: null },
    requestedBy: OWNER,
    anglerId: ANGLER,
    ...overrides,
  },
});

export const verificationApproved = (overrides: Partial<VerificationApproved['data']> = {}): VerificationApproved => ({
  type: 'VerificationApproved',
  data: {
    verificationId: VERIFICATION,
    tier: 'witnessed',
    reason: null,
    decidedBy: REVIEWER,
    anglerId: ANGLER,
    ...overrides,
  },
});

export const verificationRejected = (overrides: Partial<VerificationRejected['data']> = {}): VerificationRejected => ({
  type: 'VerificationRejected',
  data: { verificationId: VERIFICATION, reason: 'blurred', decidedBy: REVIEWER, anglerId: ANGLER, ...overrides },
});

/** What the service does with a request by itself. */
export const requestClosed = (reason: 'edited' | 'deleted' | 'erased'): VerificationRejected => ({
  type: 'VerificationRejected',
  data: { verificationId: VERIFICATION, reason, decidedBy: null },
});

export const verificationRevoked = (overrides: Partial<VerificationRevoked['data']> = {}): VerificationRevoked => ({
  type: 'VerificationRevoked',
  data: {
    verificationId: VERIFICATION,
    verificationTier: 'unverified',
    reason: 'mistaken',
    decidedBy: REVIEWER,
    anglerId: ANGLER,
    ...overrides,
  },
});
