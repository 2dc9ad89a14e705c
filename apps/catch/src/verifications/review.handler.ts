import { hasCode } from '@cds/errors';
import { POOL } from '@cds/postgres';
import type { Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { CatchEvent } from '../catches/model/catch.events.js';
import { CatchLog } from '../catches/log/catch-log.js';
import type { Logged } from '../catches/model/catch.state.js';
import { CatchWriter } from '../catches/write/catch-writer.js';
import { approveVerification } from './approve-verification/approve-verification.js';
import { rejectVerification } from './reject-verification/reject-verification.js';
import { requestFor } from './review.js';
import { revokeVerification } from './revoke-verification/revoke-verification.js';
import { VerificationListQuery } from './verification-list/verification-list.query.js';
import { verificationIn, type VerificationView } from './verification-view.js';

/**
 * Decides on requests for a tier. Bodies are read by functions, which are called once it is known that the caller may
 * review the catch, and before it is checked whether the request was decided already.
 */
@Injectable()
export class ReviewHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
    private readonly verifications: VerificationListQuery,
  ) {}

  approve(verificationId: string, readReason: () => string | null, caller: Requester): Promise<VerificationView> {
    return this.review(verificationId, caller, (state) => {
      requestFor(verificationId, caller.accountId, state);
      return approveVerification({ verificationId, reviewer: caller.accountId, reason: readReason() }, state);
    });
  }

  reject(verificationId: string, readReason: () => string, caller: Requester): Promise<VerificationView> {
    return this.review(verificationId, caller, (state) => {
      requestFor(verificationId, caller.accountId, state);
      return rejectVerification({ verificationId, reviewer: caller.accountId, reason: readReason() }, state);
    });
  }

  /** Also possible after the erasure of the angler, since the catch is still there. The reason is not stored then. */
  async revoke(verificationId: string, readReason: () => string, caller: Requester): Promise<VerificationView> {
    const revoke = (keep: (reason: string) => string | null) =>
      this.review(verificationId, caller, (state) => {
        requestFor(verificationId, caller.accountId, state);
        return revokeVerification({ verificationId, reviewer: caller.accountId, reason: keep(readReason()) }, state);
      });
    return revoke((reason) => reason).catch((error: unknown) => {
      if (hasCode(error, 'angler.erased')) return revoke(() => null);
      throw error;
    });
  }

  private async review(
    verificationId: string,
    caller: Requester,
    decide: (state: Logged) => CatchEvent,
  ): Promise<VerificationView> {
    const { catchId } = await this.verifications.find(verificationId);
    const reviewed = await this.writer.change(
      catchId,
      caller,
      () => this.log.loadLogged(this.pool, catchId),
      (state) => [decide(state)],
      (next) => ({ status: 200, headers: {}, body: verificationIn(next, verificationId) }),
    );
    return verificationIn(reviewed, verificationId);
  }
}
