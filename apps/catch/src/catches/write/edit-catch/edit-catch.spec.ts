import { type Decision, givenFor } from '@cds/testing/events';
import {
  catchEdited,
  catchLogged,
  requestClosed,
  verificationApproved,
  verificationRequested,
  WALLEYE,
} from '../../../../test/catch.builders.js';
import type { CatchEvent } from '../../model/catch.events.js';
import { type CatchState, evolve, type Logged, UNLOGGED } from '../../model/catch.state.js';
import { editCatch, type EditCatch } from './edit-catch.js';

const decision: Decision<CatchState, EditCatch, CatchEvent> = {
  initial: UNLOGGED,
  evolve,
  decide: (command, state) => editCatch(command, state as Logged),
};
const given = givenFor(decision);
const verified = [catchLogged(), verificationRequested(), verificationApproved()] as const;

describe('editing a catch', () => {
  it('says what changed and nothing else', () => {
    given(catchLogged())
      .when({ details: { weightLbs: 9, depthFt: 12 } })
      .then(catchEdited({ weightLbs: 9 }));
  });

  it('is no event when every value is there already', () => {
    given(catchLogged({ metadata: { boat: 'blue' } }))
      .when({ details: { weightLbs: 8.4, metadata: { boat: 'blue' } } })
      .then();
  });

  it.each([
    ['species', { speciesId: WALLEYE }],
    ['angler', { anglerId: 'ang_01h455vb4pex5vsknk0000000z' }],
    ['weight', { weightLbs: 9 }],
    ['length', { lengthIn: 20 }],
    ['depth', { depthFt: null }],
    ['time', { caughtAt: '2026-06-01T06:31:00.000Z' }],
    ['region', { location: { name: null, latitude: null, longitude: null, region: 'US-TX', country: null } }],
  ])('takes the tier away when the %s changes', (_what, changes) => {
    given(...verified)
      .when({ details: changes })
      .then(catchEdited(changes, 'unverified'));
  });

  it.each([
    ['notes', { notes: 'windy' }],
    ['bait', { bait: 'frog' }],
    ['place within the region', { location: { name: 'dock', latitude: 1, longitude: 1, region: null, country: null } }],
  ])('leaves the tier when the %s changes', (_what, changes) => {
    given(...verified)
      .when({ details: changes })
      .then(catchEdited(changes));
  });

  it('closes a request that still waits when what it is about changes', () => {
    given(catchLogged(), verificationRequested())
      .when({ details: { weightLbs: 9 } })
      .then(catchEdited({ weightLbs: 9 }), requestClosed('edited'));
  });

  it('leaves a request that still waits when notes change', () => {
    given(catchLogged(), verificationRequested())
      .when({ details: { notes: 'windy' } })
      .then(catchEdited({ notes: 'windy' }));
  });
});
