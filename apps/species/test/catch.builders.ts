import type { PublicCatch, PublishedData, PublishedEventType } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { newId } from '@cds/service-kit';
import type { CatchFact } from '../src/service-records/catch-fact.js';

export const BASS = 'spc_01h455vb4pex5vsknk00000001';
export const WALLEYE = 'spc_01h455vb4pex5vsknk00000002';
const AT = '2026-05-01T06:00:00.000Z';

/** A witnessed bass of 5 lbs. */
export const catchFact = (overrides: Partial<CatchFact> = {}): CatchFact => ({
  catchId: 'catch_1',
  version: 1,
  speciesId: BASS,
  anglerId: 'ang_a',
  weightLbs: 5,
  region: null,
  country: null,
  verificationTier: 'witnessed',
  caughtAt: new Date(AT),
  deleted: false,
  ...overrides,
});

/** A catch as everybody may see it: an unverified bass of 5 lbs. */
export const publicCatch = (overrides: Partial<PublicCatch> = {}): PublicCatch => ({
  id: 'catch_1',
  species: 'Largemouth Bass',
  species_id: BASS,
  weight_lbs: 5,
  length_in: null,
  depth_ft: null,
  verification_tier: 'unverified',
  caught_at: AT,
  created_at: AT,
  updated_at: AT,
  angler: { id: 'ang_a', name: 'Ann' },
  location: null,
  method: null,
  bait: null,
  water_type: null,
  released: null,
  notes: null,
  photos: [],
  version: 1,
  external_id: null,
  metadata: null,
  ...overrides,
});

const event = <T extends PublishedEventType>(type: T, subject: string, data: PublishedData<T>): CloudEvent => ({
  id: newId('event'),
  type,
  source: '/catch',
  subject,
  time: new Date(AT),
  accountId: null,
  traceparent: null,
  data,
});

export const catchLogged = (data: PublicCatch): CloudEvent => event('CatchLoggedV1', data.id, data);

export const catchEdited = (data: PublicCatch): CloudEvent =>
  event('CatchEditedV1', data.id, { ...data, previous: {} });

export const catchDeleted = (data: PublicCatch): CloudEvent =>
  event('CatchDeletedV1', data.id, { ...data, deleted_at: AT });

const step = (data: PublicCatch) => ({
  id: 'ver_1',
  catch_id: data.id,
  tier: 'witnessed' as const,
  reason: null,
  requested_by: 'acc_1',
  decided_by: 'acc_2',
  decided_at: AT,
  created_at: AT,
  version: data.version,
  catch: data,
});

/** The catch is of the tier that it has in `data`. */
export const verificationApproved = (data: PublicCatch): CloudEvent =>
  event('VerificationApprovedV1', data.id, { ...step(data), status: 'approved', previous: { status: 'pending' } });

export const verificationRevoked = (data: PublicCatch): CloudEvent =>
  event('VerificationRevokedV1', data.id, { ...step(data), status: 'revoked', previous: { status: 'approved' } });

export const anglerErased = (id: string): CloudEvent =>
  event('AnglerErasedV1', id, { id, name: 'erased angler', erased_at: AT, version: 1 });
