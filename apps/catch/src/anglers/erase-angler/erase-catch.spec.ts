import { type Decision, givenFor } from '@cds/testing/events';
import {
  ANGLER,
  catchEdited,
  catchErased,
  catchLogged,
  requestClosed,
  verificationRejected,
  verificationRequested,
} from '../../../test/catch.builders.js';
import type { CatchEvent } from '../../catches/model/catch.events.js';
import { type CatchState, evolve, type Logged, UNLOGGED } from '../../catches/model/catch.state.js';
import { eraseCatch } from './erase-catch.js';

const decision: Decision<CatchState, string, CatchEvent> = {
  initial: UNLOGGED,
  evolve,
  decide: (anglerId, state) => eraseCatch(anglerId, state as Logged),
};
const given = givenFor(decision);

describe('erasing an angler from a catch', () => {
  it('is recorded', () => {
    given(catchLogged()).when(ANGLER).then(catchErased());
  });

  it('closes a request that still waits', () => {
    given(catchLogged(), verificationRequested()).when(ANGLER).then(catchErased(), requestClosed('erased'));
  });

  it('leaves a request that was decided', () => {
    given(catchLogged(), verificationRequested(), verificationRejected()).when(ANGLER).then(catchErased());
  });

  it('leaves the request of whose the catch is by now', () => {
    const anglerId = 'ang_heir';
    given(catchLogged(), catchEdited({ anglerId }), verificationRequested({ anglerId }))
      .when(ANGLER)
      .then(catchErased());
  });
});
