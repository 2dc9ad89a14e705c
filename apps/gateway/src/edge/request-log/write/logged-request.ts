import { storableText } from '@cds/postgres';
import { problemIn } from '../../request/answered-problem.js';
import type { ProxiedRequest } from '../../request/proxied-request.js';
import type { Principal } from '../../../identity/principals/principal.js';
import type { Route } from '../../routing/route.js';
import { shownQuery } from './shown-query.js';

/** One row of the request log. */
export interface LoggedRequest {
  readonly id: string;
  readonly at: Date;
  readonly account_id: string;
  readonly credential_id: string;
  readonly credential_type: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly query: string | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly duration_ms: number;
  readonly request_id: string;
}

/** What is known of a call once it is over. */
export interface OverCall {
  readonly id: string;
  readonly endedAt: Date;
  readonly caller: Principal;
  readonly route: Route;
  readonly status: number | null;
}

const MAX_PATH = 300;
const MAX_DETAIL = 500;

/** Copies what is kept, and nothing that would hold the request in memory. */
export const loggedRequest = (request: ProxiedRequest, call: OverCall): LoggedRequest => {
  const { target, requestId, method } = request;
  const { caller, route, status } = call;
  const durationMs = Math.round(performance.now() - request.startedAt);
  const problem = status !== null && status >= 400 ? problemIn(request.problem) : undefined;
  return {
    id: call.id,
    at: new Date(call.endedAt.getTime() - durationMs),
    account_id: caller.accountId,
    credential_id: caller.credentialId,
    credential_type: caller.credential.type,
    method,
    route: route.path,
    path: storableText(target.path, MAX_PATH),
    query: shownQuery(target.query),
    status,
    code: problem?.code ?? null,
    detail: problem?.detail === undefined ? null : storableText(problem.detail, MAX_DETAIL),
    duration_ms: durationMs,
    request_id: requestId,
  };
};
