import type { HandledRequest } from '@cds/service-kit';
import type { Exchange } from '../request/proxied-request.js';

const MAX_OF_PATH = 200;

/** What the gateway's log and metrics tell of an exchange that is over. */
export const asHandled = (exchange: Exchange): HandledRequest => ({
  requestId: exchange.requestId,
  traceparent: exchange.traceparent,
  method: exchange.method,
  route: exchange.route?.path ?? 'unmatched',
  status: exchange.response.statusCode,
  elapsedMs: performance.now() - exchange.startedAt,
  accountId: exchange.caller?.accountId,
  isAborted: !exchange.response.writableFinished,
  failure: exchange.failure ?? null,
  more: {
    credential_id: exchange.caller?.credentialId,
    upstream: exchange.tried.at(-1)?.origin,
    ...(exchange.tried.length > 1 && { attempts: exchange.tried.length }),
    ...(!exchange.route && { path: exchange.target.path.slice(0, MAX_OF_PATH) }),
  },
});
