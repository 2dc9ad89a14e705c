import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@cds/errors';
import { requestIdOf, traceparentOf } from '@cds/service-kit';
import type { Principal } from '../../identity/principals/principal.js';
import { uncodedTags } from '../../http/content-coding.js';
import type { InFlight } from '../rate-limits/in-flight-requests.js';
import type { Quota } from '../rate-limits/quota.js';
import type { RequestLimits } from '../rate-limits/request-limits.js';
import { type ApiPath, isApiTarget, parseApiPath } from '../routing/api-path.js';
import { RECEIVERS_PATH } from '../routing/receivers-path.js';
import type { Route } from '../routing/route.js';
import type { MatchedPath } from '../routing/route-matcher.js';
import type { UpstreamCopy } from '../upstreams/upstream-copy.js';
import type { AnsweredProblem } from './answered-problem.js';

const RECEIVER = new RegExp(`^${RECEIVERS_PATH}[^/]+$`);
/** What pages load: files that are the same for everybody and never change under their name. */
const PAGE_FILE = /^\/(?:assets|docs\/js)\//;

/** One request on its way through the gateway, and all that the stages of the pipeline find out about it. */
export class ProxiedRequest {
  readonly startedAt = performance.now();
  readonly requestId: string;
  readonly traceparent: string;
  readonly target: ApiPath;
  /** `If-None-Match` as it came, where it lists tags of compressed answers; services get these without the coding. */
  readonly codedTags: string | undefined;
  /** A call of the API; otherwise the address of a page. */
  readonly isApiCall: boolean;
  /** The path's entry in the table of routes; undefined for a page and for an unknown path. */
  matched: MatchedPath | undefined;
  /** The call that the method and the path stand for. */
  route: Route | undefined;
  caller: Principal | undefined;
  /** What the limit that the request counts against leaves. */
  quota: Quota | undefined;
  /** The request's place among those that are in progress; undefined where it takes none. */
  inFlight: InFlight | undefined;
  /** The gateway's own server answers the request and reports on it. */
  isOwn = false;
  /** The copies that the request was sent to, in order. */
  readonly tried: UpstreamCopy[] = [];
  /** Why the gateway itself answered with a problem, or broke off. */
  failure: AppError | undefined;
  /** The problem that was answered, by whomever; its text may be no more than a beginning. */
  problem: AnsweredProblem | undefined;
  /** The answer is out, or nobody waits for it any more: what a service still sends is of no use. */
  isOver = false;
  /** Ends what a service still does for this request. Not a function, which would keep it in memory (ADR 120). */
  forwarding: { stop(): void } | undefined;
  /** What was taken from limits before the answer tells whether the request costs that. */
  private unsettled: { readonly quota: Quota; readonly limits: Pick<RequestLimits, 'settle'> }[] | undefined;

  constructor(
    readonly incoming: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    const url = incoming.url ?? '/';
    this.requestId = requestIdOf(incoming);
    this.traceparent = traceparentOf(incoming);
    this.target = parseApiPath(url);
    this.isApiCall = isApiTarget(url);
    this.codedTags = this.uncodeTags();
  }

  /** The request was let through by these limits, and its answer tells whether it counts. */
  settleLater(quota: Quota, limits: Pick<RequestLimits, 'settle'>): void {
    (this.unsettled ??= []).push({ quota, limits });
    // Its client may have gone while it was let through.
    if (this.isOver) this.settle();
  }

  /** The answer has this status, or there will be none: a 304 is returned to its limits. Later calls do nothing. */
  settle(status?: number): void {
    for (const { quota, limits } of this.unsettled?.splice(0) ?? []) {
      const left = limits.settle(quota, status === 304);
      if (quota === this.quota) this.quota = left;
    }
  }

  private uncodeTags(): string | undefined {
    const { headers } = this.incoming;
    const { 'if-match': match, 'if-none-match': noneMatch } = headers;
    if (match !== undefined) headers['if-match'] = uncodedTags(match);
    if (noneMatch !== undefined) headers['if-none-match'] = uncodedTags(noneMatch);
    return noneMatch === headers['if-none-match'] ? undefined : noneMatch;
  }

  /** A request to a receiver on loan, which counts and bounds by itself what it gets. */
  get isForReceiver(): boolean {
    return this.method === 'POST' && !this.isApiCall && RECEIVER.test(this.target.path);
  }

  /** A request for a file of the portal or of the reference; whoever looks at a page asks for dozens of them. */
  get isForPageFile(): boolean {
    return this.method === 'GET' && PAGE_FILE.test(this.target.path);
  }

  /** A question of a browser about a path that exists: what another site's scripts may send there. */
  get isPreflight(): boolean {
    return this.matched !== undefined && this.method === 'OPTIONS';
  }

  /**
   * The answer may be a 304 that costs nothing: `If-None-Match` lists tags, which earlier answers gave out; `*` is
   * none.
   */
  get isConditional(): boolean {
    const { headers } = this.incoming;
    return (this.method === 'GET' || this.method === 'HEAD') && headers['if-none-match']?.includes('"') === true;
  }

  get method(): string {
    return this.incoming.method ?? 'GET';
  }
}
