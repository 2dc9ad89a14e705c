import type {
  ApproveVerificationBody,
  GetVerificationParams,
  ListVerificationsParams,
  RejectVerificationBody,
  RevokeVerificationBody,
} from '../openapi/operations.gen.js';
import type { CreateOptions, RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** Requests for a higher tier, and what reviewers decided. */
export class Verifications extends Resource {
  /** The review queue, or the account’s own requests. */
  list(params?: ListVerificationsParams, options?: RequestOptions) {
    return this.api.list('listVerifications', [], params, options);
  }

  /** One verification. */
  get(id: string, params?: GetVerificationParams, options?: RequestOptions) {
    return this.api.call('getVerification', { ids: [id], params }, options);
  }

  /** Approves a request. */
  approve(id: string, body: ApproveVerificationBody = {}, options?: CreateOptions) {
    return this.api.call('approveVerification', { ids: [id], body }, options);
  }

  /** Rejects a request, with a reason. */
  reject(id: string, body: RejectVerificationBody, options?: CreateOptions) {
    return this.api.call('rejectVerification', { ids: [id], body }, options);
  }

  /** Takes an approval back, with a reason. */
  revoke(id: string, body: RevokeVerificationBody, options?: CreateOptions) {
    return this.api.call('revokeVerification', { ids: [id], body }, options);
  }
}
