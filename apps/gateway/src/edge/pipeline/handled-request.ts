import type { HandledRequest } from '@cds/service-kit';
import type { ProxiedRequest } from '../request/proxied-request.js';

const MAX_PATH_LENGTH = 200;

/** What the gateway's log and metrics record about a request that is over. */
export const asHandled = (request: ProxiedRequest): HandledRequest => ({
  requestId: request.requestId,
  traceparent: request.traceparent,
  method: request.method,
  route: request.route?.path ?? 'unmatched',
  status: request.response.statusCode,
  elapsedMs: performance.now() - request.startedAt,
  accountId: request.caller?.accountId,
  isAborted: !request.response.writableFinished,
  failure: request.failure ?? null,
  more: {
    credential_id: request.caller?.credentialId,
    upstream: request.tried.at(-1)?.origin,
    ...(request.tried.length > 1 && { attempts: request.tried.length }),
    ...(!request.route && { path: request.target.path.slice(0, MAX_PATH_LENGTH) }),
  },
});
