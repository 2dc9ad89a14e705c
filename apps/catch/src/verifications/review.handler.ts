import type { Requester } from '@cds/service-kit';
import { parseBody, throwIfAny } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import type { CatchEvent } from '../catches/catch.events.js';
import { CatchLog } from '../catches/catch-log.js';
import type { Logged } from '../catches/catch.state.js';
import { CatchWriter } from '../catches/catch-writer.js';
import { approveVerification } from './approve-verification/approve-verification.js';
import { rejectVerification } from './reject-verification/reject-verification.js';
import { reviewable } from './review.js';
import { VerificationListQuery } from './verification-list/verification-list.query.js';
import { approveBody, rejectBody } from './verification-schemas.js';
import { verificationView, type VerificationView } from './verification-view.js';

/** A reviewer's word on a request. That it may be said at all comes before what the body says. */
@Injectable()
export class ReviewHandler {
  constructor(
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
    private readonly verifications: VerificationListQuery,
  ) {}

  approve(verificationId: string, body: unknown, caller: Requester): Promise<VerificationView> {
    return this.review(verificationId, caller, (state) => {
      const { violations, value } = parseBody(approveBody, body ?? undefined);
      throwIfAny({ invalid: violations });
      return approveVerification({ verificationId, reviewer: caller.accountId, reason: value?.reason ?? null }, state);
    });
  }

  reject(verificationId: string, body: unknown, caller: Requester): Promise<VerificationView> {
    return this.review(verificationId, caller, (state) => {
      const { violations, value } = parseBody(rejectBody, body);
      throwIfAny({ invalid: violations });
      return rejectVerification({ verificationId, reviewer: caller.accountId, reason: value?.reason ?? '' }, state);
    });
  }

  private async review(verificationId: string, caller: Requester, decide: (state: Logged) => CatchEvent): Promise<VerificationView> {
    const { catchId } = await this.verifications.find(verificationId);
    const load = (db: Parameters<CatchLog['loadLogged']>[0]) => this.log.loadLogged(db, catchId);
    await this.writer.change(catchId, caller, load, (state) => {
      reviewable(verificationId, caller.accountId, state);
      return [decide(state)];
    });
    return verificationView(await this.verifications.find(verificationId));
  }
}
