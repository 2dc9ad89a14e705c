import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@cds/errors';
import { requestIdOf, traceparentOf } from '@cds/service-kit';
import type { Principal } from '../../identity/authentication/principal.js';
import type { Quota } from '../rate-limits/quota.js';
import { type ApiPath, parseApiPath } from '../routing/api-path.js';
import type { Route } from '../routing/route.js';
import type { UpstreamCopy } from '../upstreams/upstream-copy.js';

/** One request to the API on its way through the gateway, and all that is found out about it. */
export class Exchange {
  readonly startedAt = performance.now();
  readonly requestId: string;
  readonly traceparent: string;
  readonly target: ApiPath;
  route: Route | undefined;
  caller: Principal | undefined;
  /** What the limit that the request counts against leaves. */
  quota: Quota | undefined;
  /** Gives the request back to its limit. */
  giveBack: ((quota: Quota) => Quota) | undefined;
  /** The gateway's own server answers it, and reports of it. */
  isOwn = false;
  /** Copies that were asked, in order. */
  readonly tried: UpstreamCopy[] = [];
  /** Why the gateway itself answered with a problem, or broke off. */
  failure: AppError | undefined;
  /** The answer is out, or nobody waits for it any more: what still comes from a service is of no use. */
  isOver = false;
  /** Ends what a service still does for this exchange. */
  stopAsking: (() => void) | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.requestId = requestIdOf(request);
    this.traceparent = traceparentOf(request);
    this.target = parseApiPath(request.url ?? '/');
  }

  /** Gives a 304 back to its limit if `If-None-Match` names a tag, which an earlier answer gave out; `*` names none. */
  refundNotModified(): void {
    if (!this.request.headers['if-none-match']?.includes('"')) return;
    if (this.quota && this.giveBack) this.quota = this.giveBack(this.quota);
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }
}
