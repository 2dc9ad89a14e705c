import type { PublicCatch, PublishedData, PublishedEventType } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { newId } from '@cds/service-kit';
import { BASS } from './catch.builders.js';

const AT = '2026-05-01T06:00:00.000Z';

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

const event = <T extends PublishedEventType>(
  type: T,
  subject: string,
  data: PublishedData<T> | null,
  overrides: Partial<CloudEvent>,
): CloudEvent => ({
  id: newId('event'),
  type,
  source: '/catch',
  subject,
  time: new Date(AT),
  accountId: null,
  traceparent: null,
  data,
  ...overrides,
});

export const catchLogged = (data: PublicCatch, overrides: Partial<CloudEvent> = {}): CloudEvent =>
  event('CatchLoggedV1', data.id, data, overrides);

export const catchEdited = (data: PublicCatch, overrides: Partial<CloudEvent> = {}): CloudEvent =>
  event('CatchEditedV1', data.id, { ...data, previous: {} }, overrides);

export const catchDeleted = (data: PublicCatch, overrides: Partial<CloudEvent> = {}): CloudEvent =>
  event('CatchDeletedV1', data.id, { ...data, deleted_at: AT }, overrides);

const step = (data: PublicCatch) => ({
  id: 'ver_1',
  catch_id: data.id,
  tier: 'witnessed' as const,
  reason: null,
  requested_by: 'acc_1',
  created_at: AT,
  version: data.version,
  catch: data,
});

export const verificationRequested = (data: PublicCatch): CloudEvent =>
  event(
    'VerificationRequestedV1',
    data.id,
    { ...step(data), status: 'pending', decided_by: null, decided_at: null },
    {},
  );

/** The catch is of the tier that it has in `data`. */
export const verificationApproved = (data: PublicCatch, overrides: Partial<CloudEvent> = {}): CloudEvent =>
  event(
    'VerificationApprovedV1',
    data.id,
    { ...step(data), status: 'approved', decided_by: 'acc_2', decided_at: AT, previous: { status: 'pending' } },
    overrides,
  );

export const verificationRejected = (data: PublicCatch): CloudEvent =>
  event(
    'VerificationRejectedV1',
    data.id,
    { ...step(data), status: 'rejected', decided_by: 'acc_2', decided_at: AT, previous: { status: 'pending' } },
    {},
  );

/** The catch has the tier in `data` that is left to it. */
export const verificationRevoked = (data: PublicCatch): CloudEvent =>
  event(
    'VerificationRevokedV1',
    data.id,
    { ...step(data), status: 'revoked', decided_by: 'acc_2', decided_at: AT, previous: { status: 'approved' } },
    {},
  );

/** A catch that is of tier `witnessed` from its first version on. */
export const verifiedCatch = (overrides: Partial<PublicCatch>): CloudEvent =>
  verificationApproved(publicCatch({ verification_tier: 'witnessed', ...overrides }));

export const anglerRenamed = (id: string, name: string, version = 1, overrides: Partial<CloudEvent> = {}): CloudEvent =>
  event('AnglerRenamedV1', id, { id, name, version }, overrides);

export const anglerAdded = (id: string, overrides: Partial<CloudEvent> = {}): CloudEvent =>
  event('AnglerAddedV1', id, { id, created_at: AT, version: 1 }, overrides);

export const anglerErased = (id: string, version = 1, overrides: Partial<CloudEvent> = {}): CloudEvent =>
  event('AnglerErasedV1', id, { id, name: 'erased angler', erased_at: AT, version }, overrides);

export const speciesChanged = (id: string, commonName: string, version = 1): CloudEvent =>
  event(
    'SpeciesChangedV1',
    id,
    {
      id,
      slug: commonName.toLowerCase().replaceAll(' ', '-'),
      common_name: commonName,
      common_names: [],
      scientific_name: commonName,
      family: 'Centrarchidae',
      order: 'Perciformes',
      water: 'freshwater',
      regions: [],
      records: { world: null },
      max_weight_lbs: null,
      max_length_in: null,
      updated_at: AT,
      version,
    },
    { source: '/species' },
  );

export const speciesDeleted = (id: string): CloudEvent => event('SpeciesChangedV1', id, null, { source: '/species' });

export const anglersWatched = (id: string, anglerIds: readonly string[], version: number): CloudEvent =>
  event('WebhookAnglersWatchedV1', id, { id, angler_ids: [...anglerIds], version }, { source: '/webhook' });

export const accountDeleted = (id: string): CloudEvent =>
  event('AccountDeletedV1', id, { id, deleted_at: AT, version: 1 }, { source: '/gateway', accountId: id });
