import { newId, type Requester } from '@cds/service-kit';
import { type ParsedBody, throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../../catches/model/catch.events.js';
import type { Logged } from '../../catches/model/catch.state.js';
import { CatchWriter } from '../../catches/write/catch-writer.js';
import { OwnCatch } from '../../catches/write/own-catch.js';
import type { RequestVerificationBody } from '../verification-schemas.js';
import { requestedVerification, verificationIn, type VerificationView } from '../verification-view.js';
import { evidenceViolations, requestVerification } from './request-verification.js';

@Injectable()
export class RequestVerificationHandler {
  constructor(
    private readonly own: OwnCatch,
    private readonly writer: CatchWriter,
  ) {}

  /**
   * Requests a tier for the caller's own catch. `readBody` is called once it is known that the catch is the caller's,
   * so that a stranger gets no hint about the body.
   */
  async execute(
    catchId: string,
    readBody: () => ParsedBody<RequestVerificationBody>,
    caller: Requester,
  ): Promise<VerificationView> {
    const verificationId = newId('verification');
    const requested = await this.writer.change(
      catchId,
      caller,
      () => this.own.load({ id: catchId, caller, ifMatch: undefined }),
      (state) => [
        requestVerification({ verificationId, ...accepted(readBody(), state), requestedBy: caller.accountId }, state),
      ],
      (next) => requestedVerification(verificationIn(next, verificationId)),
    );
    return verificationIn(requested, verificationId);
  }
}

const accepted = ({ value, partial, violations }: ParsedBody<RequestVerificationBody>, state: Logged) => {
  const { tier } = partial;
  throwIfAny({
    invalid: violations,
    rejected: violations && tier ? evidenceViolations({ tier, evidence: evidenceOf(partial) }, state) : [],
  });
  if (!value) throw new Error('a body without violations has no value');
  return { tier: value.tier, evidence: evidenceOf(value) };
};

const evidenceOf = ({
  evidence: { photos, witness, certificate_number: certificateNumber } = {},
}: Partial<RequestVerificationBody>): Evidence => ({
  photos: photos ?? [],
  witness: witness ? { name: witness.name, email: witness.email ?? null } : null,
  certificateNumber: certificateNumber ?? null,
});
