import type { GetUsageParams, ListRequestLogParams } from '../openapi/generated/operations.gen.js';
import type { Choosing, FieldOf } from '../runtime/chosen.js';
import type { RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** The calls of the account. */
export class RequestLog extends Resource {
  /** Calls that fit the filters, newest first. */
  list<F extends FieldOf<ListRequestLogParams> = never>(
    params?: Choosing<ListRequestLogParams, F>,
    options?: RequestOptions,
  ) {
    return this.api.list('listRequestLog', [], params, options);
  }
}

/** What the account used of its limits. */
export class Usage extends Resource {
  /** Calls, errors and refusals by minute or hour, and each credential’s limit. */
  get(params?: GetUsageParams, options?: RequestOptions) {
    return this.api.call('getUsage', { params }, options);
  }
}
