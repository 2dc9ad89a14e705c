import { readFileSync } from 'node:fs';
import type { PublishedData } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';
import { newId } from '@cds/service-kit';

type CatchData = PublishedData<'CatchLoggedV1'>;

/** What tests publish happens as they publish it: an endpoint gets nothing that is older than itself. */
const now = (): string => new Date().toISOString();

/** A bass of 8.4 lbs as everybody may see it. */
export const publicCatch = (overrides: Partial<CatchData> = {}): CatchData => ({
  id: newId('catch'),
  species: 'Largemouth bass',
  species_id: newId('species'),
  weight_lbs: 8.4,
  length_in: null,
  depth_ft: 12,
  verification_tier: 'unverified',
  caught_at: now(),
  created_at: now(),
  updated_at: now(),
  angler: { id: newId('angler'), name: 'Ann' },
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

const cloudEvent = <T>(type: string, subject: string, accountId: string | null, data: T): CloudEvent<T> => ({
  id: newId('event'),
  type,
  source: '/catch',
  subject,
  time: new Date(),
  accountId,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  data,
});

export const catchLogged = (accountId: string, overrides: Partial<CatchData> = {}): CloudEvent<CatchData> => {
  const data = publicCatch(overrides);
  return cloudEvent('CatchLoggedV1', data.id, accountId, data);
};

export const catchEdited = (accountId: string, overrides: Partial<CatchData> = {}): CloudEvent => {
  const data = publicCatch({ version: 2, ...overrides });
  return cloudEvent('CatchEditedV1', data.id, accountId, { ...data, previous: { weight_lbs: 8 } });
};

export const catchDeleted = (accountId: string): CloudEvent => {
  const data = publicCatch({ version: 3 });
  return cloudEvent('CatchDeletedV1', data.id, accountId, { ...data, deleted_at: now() });
};

export const anglerErased = (accountId: string, id: string): CloudEvent<PublishedData<'AnglerErasedV1'>> =>
  cloudEvent('AnglerErasedV1', id, accountId, { id, name: 'erased angler', erased_at: now(), version: 1 });

/** One step of a verification, asked for by the catch's owner. */
export const verificationStep = (
  type: `Verification${'Requested' | 'Approved' | 'Rejected' | 'Revoked'}V1`,
  accountId: string,
  overrides: Partial<PublishedData<'VerificationRequestedV1'>> = {},
): CloudEvent => {
  const caught = publicCatch({ version: 2 });
  const status = {
    VerificationRequestedV1: 'pending',
    VerificationApprovedV1: 'approved',
    VerificationRejectedV1: 'rejected',
    VerificationRevokedV1: 'revoked',
  }[type];
  const decided = status === 'pending' ? {} : { previous: { status: status === 'revoked' ? 'approved' : 'pending' } };
  return cloudEvent(type, caught.id, accountId, {
    id: newId('verification'),
    catch_id: caught.id,
    tier: 'witnessed',
    status,
    reason: null,
    requested_by: accountId,
    decided_by: null,
    created_at: now(),
    decided_at: null,
    version: 2,
    catch: caught,
    ...decided,
    ...overrides,
  });
};

export const entryChanged = (): CloudEvent<PublishedData<'LeaderboardEntryChangedV1'>> => {
  const id = newId('leaderboard');
  return cloudEvent('LeaderboardEntryChangedV1', `${id}/all`, null, {
    board: {
      id,
      name: 'Heaviest',
      rule: { metric: 'heaviest', species_id: null, region: null, min_verification_tier: 'photo', period: 'all_time' },
    },
    period: 'all',
    angler: { id: newId('angler'), name: 'Ann' },
    rank: 1,
    previous_rank: null,
    score: 8.4,
    catch_id: newId('catch'),
    achieved_at: now(),
    displaced: [],
    version: 1,
    previous: {},
  });
};

const sample = (type: string): object =>
  JSON.parse(
    readFileSync(new URL(`../../../libs/contracts/src/samples/${type}.json`, import.meta.url), 'utf8'),
  ) as object;

export const leaderChanged = (): CloudEvent =>
  cloudEvent('LeaderboardLeaderChangedV1', `${newId('leaderboard')}/all`, null, sample('LeaderboardLeaderChangedV1'));

/** The longest there can be: its payload does not have all of it. */
export const periodClosed = (): CloudEvent => {
  const closed = sample('LeaderboardPeriodClosedV1') as PublishedData<'LeaderboardPeriodClosedV1'>;
  const [entry] = closed.entries;
  if (!entry) throw new Error('the sample has an entry');
  const entries = Array.from({ length: 100 }, (_, at) => ({
    ...entry,
    rank: at + 1,
    angler: { ...entry.angler, name: 'ø'.repeat(200) },
  }));
  const subject = `${newId('leaderboard')}/2026-W47`;
  return cloudEvent('LeaderboardPeriodClosedV1', subject, null, { ...closed, entries, entry_count: 100 });
};

export const recordBroken = (): CloudEvent =>
  cloudEvent('SpeciesRecordBrokenV1', newId('species'), null, sample('SpeciesRecordBrokenV1'));

export const accountDeleted = (accountId: string): CloudEvent =>
  cloudEvent('AccountDeletedV1', accountId, accountId, { id: accountId, deleted_at: now(), version: 1 });

const states = {
  species: 'SpeciesChangedV1',
  leaderboard: 'LeaderboardChangedV1',
  angler: 'AnglerAddedV1',
} as const;

/** A species, a board or an angler that there is, as its service tells it. */
export const there = (kind: keyof typeof states, id: string): CloudEvent =>
  cloudEvent(states[kind], id, null, { ...sample(states[kind]), id });

/** The same one when it is gone. */
export const gone = (kind: keyof typeof states, id: string): CloudEvent => cloudEvent(states[kind], id, null, null);
