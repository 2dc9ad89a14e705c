import type { ProxiedRequest } from '../request/proxied-request.js';

/**
 * One step of the pipeline. It finds out something about the request and notes it there, or rejects with the failure
 * that the request is refused with; the stages after it do not run then.
 */
export interface Stage {
  run(request: ProxiedRequest): Promise<void>;
}
