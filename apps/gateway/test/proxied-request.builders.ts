import { IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Scope } from '@cds/contracts';
import { ProxiedRequest } from '../src/edge/request/proxied-request.js';
import type { Quota } from '../src/edge/rate-limits/quota.js';
import type { Route } from '../src/edge/routing/route.js';
import { RouteMatcher } from '../src/edge/routing/route-matcher.js';
import type { Principal } from '../src/identity/principals/principal.js';

/** A request as the pipeline begins with it. What is written to its response is in `answerOf`. */
export const proxiedRequest = (
  method: string,
  url: string,
  headers: IncomingMessage['headers'] = {},
): ProxiedRequest => {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method, url, headers });
  return new ProxiedRequest(incoming, new RecordedResponse() as unknown as ServerResponse);
};

/** The same once it has been admitted by a table that has this route alone. */
export const admitted = (
  route: Route,
  method: string = route.method,
  headers: IncomingMessage['headers'] = {},
): ProxiedRequest => {
  const request = proxiedRequest(method, route.path.replaceAll(/\{\w+\}/g, 'id_1'), headers);
  request.matched = new RouteMatcher([route]).match(request.target.path);
  request.route = request.matched?.routeFor(method);
  return request;
};

export const routeTo = (overrides: Partial<Route> = {}): Route => ({
  method: 'GET',
  path: '/v1/catches/{id}',
  service: 'catch',
  scope: 'catches:read',
  bodyLimit: 0,
  timeoutMs: 1_000,
  ...overrides,
});

export const principalWith = (...scopes: Scope[]): Principal => ({
  accountId: 'acc_1',
  accountName: 'Test account',
  credentialId: 'key_1',
  scopes,
  credential: {
    type: 'api_key',
    name: 'test',
    rateLimit: null,
    allowedCidrs: [],
    expiresAt: null,
    grantId: null,
  },
});

export const quotaOf = (remaining: number, isOver = false): Quota => ({
  subject: 'credential:key_1:acc_1',
  policy: { name: 'default', limit: 10, windowSeconds: 60 },
  isOver,
  remaining,
  resetSeconds: 60,
});

class RecordedResponse {
  headersSent = false;
  shouldKeepAlive = true;
  isDestroyed = false;
  status: number | undefined;
  headers: OutgoingHttpHeaders = {};
  text = '';

  writeHead(status: number, flat: readonly string[]): this {
    this.status = status;
    this.headersSent = true;
    for (let at = 0; at < flat.length; at += 2) this.headers[flat[at] ?? ''] = flat[at + 1];
    return this;
  }

  end(text = ''): void {
    this.text = text;
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

/** What the gateway itself has answered. */
export const answerOf = ({ response }: ProxiedRequest): RecordedResponse => response as unknown as RecordedResponse;
