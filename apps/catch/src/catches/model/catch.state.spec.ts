import { fold } from '@cds/event-sourcing';
import { recorded } from '@cds/testing/events';
import {
  ANGLER,
  catchDeleted,
  catchEdited,
  catchErased,
  catchLogged,
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
