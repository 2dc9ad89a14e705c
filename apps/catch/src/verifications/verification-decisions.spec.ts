import { type Decision, givenFor } from '@cds/testing/events';
import {
  catchEdited,
  catchLogged,
  OWNER,
  requestClosed,
  REVIEWER,
  VERIFICATION,
  verificationApproved,
  verificationRejected,
  verificationRequested,
  verificationRevoked,
} from '../../test/catch.builders.js';
import type { CatchEvent, Evidence } from '../catches/model/catch.events.js';
import { type CatchState, evolve, type Logged, UNLOGGED } from '../catches/model/catch.state.js';
import { type ApproveVerification, approveVerification } from './approve-verification/approve-verification.js';
import { rejectVerification, type RejectVerification } from './reject-verification/reject-verification.js';
import { type RevokeVerification, revokeVerification } from './revoke-verification/revoke-verification.js';
import {
  MAX_VERIFICATIONS,
  requestVerification,
  type RequestVerification,
} from './request-verification/request-verification.js';

const decisionOf = <C>(decide: (command: C, state: Logged) => CatchEvent): Decision<CatchState, C, CatchEvent> => ({
  initial: UNLOGGED,
  evolve,
  decide: (command, state) => decide(command, state as Logged),
});
const NONE: Evidence = { photos: [], witness: null, certificateNumber: null };
const WITNESS: Evidence = { ...NONE, witness: { name: 'Ann Witness', email: null } };

describe('asking for a tier', () => {
  const given = givenFor(decisionOf<RequestVerification>(requestVerification));
  const ask = (tier: RequestVerification['tier'], evidence: Evidence): RequestVerification => ({
    verificationId: VERIFICATION,
    tier,
    evidence,
    requestedBy: OWNER,
  });

  it('is recorded with its evidence', () => {
    given(catchLogged())
      .when(ask('witnessed', WITNESS))
      .then(verificationRequested({ evidence: WITNESS }));
  });

  it.each([
    ['photo', NONE],
    ['photo', { ...NONE, photos: ['pho_1'] }],
    ['witnessed', NONE],
    ['certified', WITNESS],
  ] as const)('for %s needs its own evidence', (tier, evidence) => {
    given(catchLogged()).when(ask(tier, evidence)).thenThrows('verification.evidence_missing');
  });

  it('is refused once a catch was asked about a hundred times', () => {
    const asked = Array.from({ length: MAX_VERIFICATIONS }, (_, at) => {
      const verificationId = `ver_${at}`;
      return [verificationRequested({ verificationId }), verificationRejected({ verificationId })];
    }).flat();
    given(catchLogged(), ...asked.slice(2))
      .when(ask('witnessed', WITNESS))
      .then(verificationRequested({ evidence: WITNESS }));
    given(catchLogged(), ...asked)
      .when(ask('witnessed', WITNESS))
      .thenThrows('catch.too_many_changes');
  });

  it('is refused while another request waits', () => {
    given(catchLogged(), verificationRequested()).when(ask('witnessed', WITNESS)).thenThrows('verification.pending');
  });
});

describe('asking for a tier that the catch has', () => {
  const given = givenFor(decisionOf<RequestVerification>(requestVerification));

  it('or a lower one is refused', () => {
    const witnessed = {
      verificationId: VERIFICATION,
      tier: 'witnessed',
      evidence: WITNESS,
      requestedBy: OWNER,
    } as const;
    given(catchLogged(), verificationRequested(), verificationApproved())
      .when(witnessed)
      .thenThrows('verification.tier_reached');
  });
});

describe('revoking', () => {
  const given = givenFor(decisionOf<RevokeVerification>(revokeVerification));
  const revoke: RevokeVerification = { verificationId: VERIFICATION, reviewer: REVIEWER, reason: 'mistaken' };
  const other = { verificationId: 'ver_2', tier: 'certified' } as const;
  const both = [
    catchLogged(),
    verificationRequested(),
    verificationApproved(),
    verificationRequested(other),
    verificationApproved(other),
  ];

  it('leaves the highest tier that is still approved', () => {
    given(...both)
      .when({ ...revoke, verificationId: 'ver_2' })
      .then(verificationRevoked({ verificationId: 'ver_2', verificationTier: 'witnessed' }));
    given(...both)
      .when(revoke)
      .then(verificationRevoked({ verificationTier: 'certified' }));
  });

  it('does not count what was approved before an edit', () => {
    given(
      catchLogged(),
      verificationRequested(),
      verificationApproved(),
      catchEdited({ weightLbs: 1 }, 'unverified'),
      verificationRequested(other),
      verificationApproved(other),
    )
      .when({ ...revoke, verificationId: 'ver_2' })
      .then(verificationRevoked({ verificationId: 'ver_2' }));
  });

  it('whose reason is not kept says nothing of the angler', () => {
    const { anglerId: _, ...data } = verificationRevoked({ reason: null }).data;
    given(catchLogged(), verificationRequested(), verificationApproved())
      .when({ ...revoke, reason: null })
      .then({ type: 'VerificationRevoked', data });
  });

  it('is for what was approved alone', () => {
    given(catchLogged(), verificationRequested()).when(revoke).thenThrows('verification.not_approved');
    given(catchLogged(), verificationRequested(), verificationRejected())
      .when(revoke)
      .thenThrows('verification.decided');
    given(catchLogged(), verificationRequested(), verificationApproved(), verificationRevoked())
      .when(revoke)
      .thenThrows('verification.decided');
  });
});

describe('approving', () => {
  const given = givenFor(decisionOf<ApproveVerification>(approveVerification));
  const approve: ApproveVerification = { verificationId: VERIFICATION, reviewer: REVIEWER, reason: null };

  it('gives the tier that was asked for', () => {
    given(catchLogged(), verificationRequested()).when(approve).then(verificationApproved());
  });

  it('is not for the account that logged the catch', () => {
    given(catchLogged(), verificationRequested())
      .when({ ...approve, reviewer: OWNER })
      .thenThrows('verification.own_catch');
  });

  it('happens once', () => {
    given(catchLogged(), verificationRequested(), verificationApproved())
      .when(approve)
      .thenThrows('verification.decided');
  });

  it('is too late once an edit closed the request', () => {
    given(catchLogged(), verificationRequested(), catchEdited({ weightLbs: 1 }), requestClosed('edited'))
      .when(approve)
      .thenThrows('verification.decided');
  });

  it('knows only requests of this catch', () => {
    given(catchLogged()).when(approve).thenThrows('verification.not_found');
  });
});

describe('rejecting', () => {
  const given = givenFor(decisionOf<RejectVerification>(rejectVerification));

  it('closes the request with its reason', () => {
    given(catchLogged(), verificationRequested())
      .when({ verificationId: VERIFICATION, reviewer: REVIEWER, reason: 'blurred' })
      .then(verificationRejected());
  });
});
