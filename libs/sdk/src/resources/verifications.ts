import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type { VerificationApproval, VerificationReason } from '../openapi/generated/types.gen.js';
import type { GetVerificationParams, ListVerificationsParams } from '../openapi/generated/operations.gen.js';
import type { CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Requests for a higher tier, and what reviewers decided. */
export class Verifications extends Resource {
  /** The review queue, or the account’s own requests. */
  list<F extends FieldOf<ListVerificationsParams> = never>(
    params?: Choosing<ListVerificationsParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listVerifications', [], params, options);
  }

  /** One verification. */
  get<F extends FieldOf<GetVerificationParams> = never>(
    id: string,
    params?: Choosing<GetVerificationParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.read('getVerification', [id], params, options);
  }

  /** Approves a request. */
  approve(id: string, body: VerificationApproval = {}, options?: CreateOptions) {
    return this.api.post('approveVerification', [id], body, options);
  }

  /** Rejects a request, with a reason. */
  reject(id: string, body: VerificationReason, options?: CreateOptions) {
    return this.api.post('rejectVerification', [id], body, options);
  }

  /** Takes an approval back, with a reason. */
  revoke(id: string, body: VerificationReason, options?: CreateOptions) {
    return this.api.post('revokeVerification', [id], body, options);
  }
}
