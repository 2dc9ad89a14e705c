import { fold } from '@cds/event-sourcing';
import { recorded } from '@cds/testing/events';
import {
  ANGLER,
  catchDeleted,
  catchEdited,
  catchErased,
  catchLogged,
  photoAdded,
  requestClosed,
  verificationApproved,
  verificationRejected,
  verificationRequested,
} from '../../../test/catch.builders.js';
import type { CatchEvent } from './catch.events.js';
import { type CatchState, evolve, UNLOGGED } from './catch.state.js';

const after = (...events: CatchEvent[]): CatchState =>
  fold<CatchState, CatchEvent>(
    UNLOGGED,
    evolve,
    events.map((event, index) => recorded(event, { version: index + 1, streamId: 'catch_1' })),
  );

describe('the state of a catch', () => {
  it('begins unverified', () => {
    expect(after(catchLogged())).toMatchObject({ status: 'logged', id: 'catch_1', tier: 'unverified', version: 1 });
  });

  it('takes edited values over and keeps the others', () => {
    expect(after(catchLogged(), catchEdited({ weightLbs: 9 }))).toMatchObject({
      details: { weightLbs: 9, depthFt: 12 },
      version: 2,
    });
  });

  it('remembers who was erased from it, with the next version and the figures as they were', () => {
    expect(after(catchLogged(), catchErased())).toMatchObject({
      status: 'logged',
      details: { weightLbs: 8.4 },
      erasedAnglers: [ANGLER],
      version: 2,
    });
  });

  it('says nothing personal once its angler is erased, whoever’s it was when that was said', () => {
    const location = { name: 'Old dock', latitude: 31.1, longitude: -96.6, region: 'US-TX', country: 'US' };
    const logged = catchLogged({ anglerId: 'ang_giver', location, notes: 'windy' });
    const state = after(
      logged,
      photoAdded({ anglerId: 'ang_giver' }),
      catchEdited({ anglerId: ANGLER }),
      catchErased(),
    );
    expect(state).toMatchObject({
      details: { notes: null, location: { ...location, name: null, latitude: null, longitude: null } },
      photos: [],
    });
  });

  it('keeps what was said of it when somebody is erased whose it is no more', () => {
    const state = after(
      catchLogged(),
      catchEdited({ anglerId: 'ang_heir', notes: 'windy' }),
      photoAdded(),
      catchErased(),
    );
    expect(state).toMatchObject({ details: { notes: 'windy' }, photos: [{ id: 'pho_1' }] });
  });

  it('rises to the tier that was approved', () => {
    expect(after(catchLogged(), verificationRequested(), verificationApproved())).toMatchObject({
      tier: 'witnessed',
      verifications: [{ status: 'approved' }],
    });
  });

  it('does not fall when a lower tier is approved later', () => {
    const lower = { verificationId: 'ver_2', tier: 'photo' } as const;
    const state = after(
      catchLogged(),
      verificationRequested(),
      verificationApproved(),
      verificationRequested(lower),
      verificationApproved(lower),
    );
    expect(state).toMatchObject({ tier: 'witnessed', version: 5 });
  });

  it('keeps its tier when a request is rejected', () => {
    expect(after(catchLogged(), verificationRequested(), verificationRejected())).toMatchObject({
      tier: 'unverified',
      verifications: [{ status: 'rejected' }],
    });
  });

  it('has no request that waits once an erasure closed it', () => {
    const state = after(catchLogged(), verificationRequested(), catchErased(), requestClosed('erased'));
    expect(state).toMatchObject({
      tier: 'unverified',
      version: 4,
      verifications: [{ status: 'rejected', reason: 'erased', decidedBy: null }],
    });
  });

  it('is deleted with the details it had', () => {
    expect(after(catchLogged(), catchDeleted())).toMatchObject({ status: 'deleted', details: { weightLbs: 8.4 } });
  });

  it('refuses a log that does not begin with logging', () => {
    expect(() => after(catchDeleted())).toThrow('begins with CatchDeleted');
  });
});
