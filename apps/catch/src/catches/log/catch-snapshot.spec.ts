import { fold } from '@cds/event-sourcing';
import { recorded } from '@cds/testing/events';
import {
  catchDeleted,
  catchErased,
  catchEdited,
  catchLogged,
  photoAdded,
  verificationApproved,
  verificationRequested,
} from '../../../test/catch.builders.js';
import type { CatchEvent } from '../model/catch.events.js';
import { type CatchState, evolve, UNLOGGED } from '../model/catch.state.js';
import { CATCH_SNAPSHOT_VERSION, decodeCatch, encodeCatch } from './catch-snapshot.js';

const after = (...events: CatchEvent[]): CatchState =>
  fold<CatchState, CatchEvent>(
    UNLOGGED,
    evolve,
    events.map((event, index) => recorded(event, { version: index + 1, streamId: 'catch_1' })),
  );

const location = { name: 'Old dock', latitude: 31.16, longitude: -96.6, region: 'US-TX', country: 'US' };
const full = [
  catchLogged({ location, notes: 'windy', metadata: { a: '1' } }),
  photoAdded(),
  verificationRequested(),
  verificationApproved(),
];

/** The names of all fields, at any depth; those of `metadata` are the owner's. */
const fieldsOf = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOf(one, `${path}[]`)))];
  if (typeof value !== 'object' || value === null || value instanceof Date || path === '.details.metadata')
    return [path];
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, `${path}.${key}`));
};

describe('the snapshot of a catch', () => {
  it.each([
    ['a new one', [catchLogged()]],
    ['one with all there can be', full],
    ['one that was edited, erased and is pending', [...full, catchEdited({ weightLbs: 9 }), catchErased()]],
    ['a pending one', [catchLogged(), verificationRequested()]],
    ['a deleted one', [...full, catchDeleted()]],
  ])('is the same state again: %s', (_, events) => {
    const state = after(...events);
    expect(decodeCatch(JSON.parse(JSON.stringify(encodeCatch(state))))).toEqual(state);
  });

  it('has a version that changes with the fields of a state', () => {
    const fields = fieldsOf(after(...full, catchErased({ erasedAnglerId: 'ang_other' }), catchDeleted())).sort();
    expect({ version: CATCH_SNAPSHOT_VERSION, fields }).toMatchInlineSnapshot(`
      {
        "fields": [
          ".accountId",
          ".approvals[].tier",
          ".approvals[].verificationId",
          ".createdAt",
          ".deletedAt",
          ".details.anglerId",
          ".details.bait",
          ".details.caughtAt",
          ".details.depthFt",
          ".details.externalId",
          ".details.lengthIn",
          ".details.location.country",
          ".details.location.latitude",
          ".details.location.longitude",
          ".details.location.name",
          ".details.location.region",
          ".details.metadata",
          ".details.method",
          ".details.notes",
          ".details.released",
          ".details.speciesId",
          ".details.waterType",
          ".details.weightLbs",
          ".erasedAnglers[]",
          ".id",
          ".photos[].createdAt",
          ".photos[].digest",
          ".photos[].format",
          ".photos[].id",
          ".photos[].sizes.full.height",
          ".photos[].sizes.full.width",
          ".photos[].sizes.large.height",
          ".photos[].sizes.large.width",
          ".photos[].sizes.small.height",
          ".photos[].sizes.small.width",
          ".photos[].sizes.thumb.height",
          ".photos[].sizes.thumb.width",
          ".status",
          ".tier",
          ".updatedAt",
          ".verifications[].anglerId",
          ".verifications[].createdAt",
          ".verifications[].decidedAt",
          ".verifications[].decidedBy",
          ".verifications[].evidence.certificateNumber",
          ".verifications[].evidence.witness.email",
          ".verifications[].evidence.witness.name",
          ".verifications[].id",
          ".verifications[].reason",
          ".verifications[].requestedBy",
          ".verifications[].status",
          ".verifications[].tier",
          ".version",
        ],
        "version": 3,
      }
    `);
  });
});
