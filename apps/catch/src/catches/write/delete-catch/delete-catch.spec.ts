import { type Decision, givenFor } from '@cds/testing/events';
import { catchDeleted, catchLogged, requestClosed, verificationRequested } from '../../../../test/catch.builders.js';
import type { CatchEvent } from '../../model/catch.events.js';
import { type CatchState, evolve, type Logged, UNLOGGED } from '../../model/catch.state.js';
import { deleteCatch } from './delete-catch.js';

const decision: Decision<CatchState, null, CatchEvent> = {
  initial: UNLOGGED,
  evolve,
  decide: (_command, state) => deleteCatch(state as Logged),
};
const given = givenFor(decision);

describe('deleting a catch', () => {
  it('ends it', () => {
    given(catchLogged()).when(null).then(catchDeleted());
  });

  it('takes a request that still waits out of the queue first', () => {
    given(catchLogged(), verificationRequested()).when(null).then(requestClosed('deleted'), catchDeleted());
  });
});
