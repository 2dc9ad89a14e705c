import { hasCode } from '@cds/errors';
import { POOL } from '@cds/postgres';
import { parseBody, throwIfAny } from '@cds/validation';
import type { Requester } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { z } from 'zod';
import type { CatchEvent } from '../catches/model/catch.events.js';
import { CatchLog } from '../catches/log/catch-log.js';
import type { Logged } from '../catches/model/catch.state.js';
import { CatchWriter } from '../catches/write/catch-writer.js';
import { approveVerification } from './approve-verification/approve-verification.js';
import { rejectVerification } from './reject-verification/reject-verification.js';
import { requestFor } from './review.js';
import { revokeVerification } from './revoke-verification/revoke-verification.js';
import { VerificationListQuery } from './verification-list/verification-list.query.js';
import { approveBody, reasonBody } from './verification-schemas.js';
import { verificationIn, type VerificationView } from './verification-view.js';

/**
 * A reviewer's word on a request. Who may say it comes before what the body says, and that before what was decided
 * already.
 */
@Injectable()
export class ReviewHandler {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
    private readonly verifications: VerificationListQuery,
  ) {}

  approve(verificationId: string, body: unknown, caller: Requester): Promise<VerificationView> {
    return this.review(verificationId, caller, (state) => {
      requestFor(verificationId, caller.accountId, state);
      const reason = read(approveBody, body ?? undefined)?.reason ?? null;
      return approveVerification({ verificationId, reviewer: caller.accountId, reason }, state);
    });
  }

  reject(verificationId: string, body: unknown, caller: Requester): Promise<VerificationView> {
    return this.review(verificationId, caller, (state) => {
      requestFor(verificationId, caller.accountId, state);
      return rejectVerification({ verificationId, reviewer: caller.accountId, ...read(reasonBody, body) }, state);
    });
  }

  /** Goes on after the angler's erasure, as the catch is still there; the reason is not kept then. */
  async revoke(verificationId: string, body: unknown, caller: Requester): Promise<VerificationView> {
    const revoke = (keep: (reason: string) => string | null) =>
      this.review(verificationId, caller, (state) => {
        requestFor(verificationId, caller.accountId, state);
        return revokeVerification(
          { verificationId, reviewer: caller.accountId, reason: keep(read(reasonBody, body).reason) },
          state,
        );
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

const read = <S extends z.ZodType>(schema: S, body: unknown): z.infer<S> => {
  const { violations, value } = parseBody(schema, body);
  throwIfAny({ invalid: violations });
  return value as z.infer<S>;
};
