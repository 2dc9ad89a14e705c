import { newId, parseBody, type Requester, throwIfAny } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { CatchLog } from '../../catches/catch-log.js';
import { CatchWriter } from '../../catches/catch-writer.js';
import { VerificationListQuery } from '../verification-list/verification-list.query.js';
import { requestVerificationBody } from '../verification-schemas.js';
import { verificationView, type VerificationView } from '../verification-view.js';
import { requestVerification } from './request-verification.js';

@Injectable()
export class RequestVerificationHandler {
  constructor(
    private readonly log: CatchLog,
    private readonly writer: CatchWriter,
    private readonly verifications: VerificationListQuery,
  ) {}

  /** Asks for a tier for the caller's own catch. Whose it is comes before what the body says. */
  async execute(catchId: string, body: unknown, caller: Requester): Promise<VerificationView> {
    const verificationId = newId('verification');
    await this.writer.change(
      catchId,
      caller,
      (db) => this.log.loadOwn(db, catchId, caller.accountId),
      (state) => [requestVerification({ verificationId, ...read(body), requestedBy: caller.accountId }, state)],
    );
    return verificationView(await this.verifications.find(verificationId));
  }
}

const read = (body: unknown) => {
  const { value, violations } = parseBody(requestVerificationBody, body);
  throwIfAny({ invalid: violations });
  if (!value) throw new Error('a body without violations has no value');
  const { photos, witness, certificate_number: certificateNumber } = value.evidence ?? {};
  return {
    tier: value.tier,
    evidence: {
      photos: photos ?? [],
      witness: witness ? { name: witness.name, email: witness.email ?? null } : null,
      certificateNumber: certificateNumber ?? null,
    },
  };
};
