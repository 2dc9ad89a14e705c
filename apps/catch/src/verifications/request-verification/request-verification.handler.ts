import { newId, type Requester } from '@cds/service-kit';
import { parseBody, type ParsedBody, throwIfAny } from '@cds/validation';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../../catches/model/catch.events.js';
import type { Logged } from '../../catches/model/catch.state.js';
import { CatchWriter } from '../../catches/write/catch-writer.js';
import { OwnCatch } from '../../catches/write/own-catch.js';
import { requestVerificationBody, type RequestVerificationBody } from '../verification-schemas.js';
import { requestedVerification, verificationIn, type VerificationView } from '../verification-view.js';
import { evidenceViolations, requestVerification } from './request-verification.js';

@Injectable()
export class RequestVerificationHandler {
  constructor(
    private readonly own: OwnCatch,
    private readonly writer: CatchWriter,
  ) {}

  /** Asks for a tier for the caller's own catch. Whose it is comes before what the body says. */
  async execute(catchId: string, body: unknown, caller: Requester): Promise<VerificationView> {
    const verificationId = newId('verification');
    const asked = await this.writer.change(
      catchId,
      caller,
      () => this.own.load({ id: catchId, caller, ifMatch: undefined }),
      (state) => [
        requestVerification(
          { verificationId, ...read(parseBody(requestVerificationBody, body), state), requestedBy: caller.accountId },
          state,
        ),
      ],
      (next) => requestedVerification(verificationIn(next, verificationId)),
    );
    return verificationIn(asked, verificationId);
  }
}

const read = ({ value, partial, violations }: ParsedBody<RequestVerificationBody>, state: Logged) => {
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
