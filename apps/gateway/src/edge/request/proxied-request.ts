import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@cds/errors';
import { requestIdOf, traceparentOf } from '@cds/service-kit';
import type { Principal } from '../../identity/principals/principal.js';
import { uncodedTags } from '../../http/content-coding.js';
import type { InFlight } from '../rate-limits/in-flight-requests.js';
import type { Quota } from '../rate-limits/quota.js';
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
  /** The same of its account; undefined where that has no limit. */
  accountQuota: Quota | undefined;
  /** Returns the request to its limit; undefined where it cost nothing. */
  giveBack: ((quota: Quota) => Quota) | undefined;
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

  /** Returns a 304 to its limit if `If-None-Match` names a tag, which an earlier answer gave out; `*` names none. */
  refundNotModified(): void {
    if (!this.incoming.headers['if-none-match']?.includes('"')) return;
    if (this.accountQuota) this.giveBack?.(this.accountQuota);
    if (this.quota && this.giveBack) this.quota = this.giveBack(this.quota);
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

  get method(): string {
    return this.incoming.method ?? 'GET';
  }
}
