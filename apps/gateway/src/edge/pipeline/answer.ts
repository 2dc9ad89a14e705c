import type { AppError } from '@cds/errors';
import { problemOfFailure } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { withCommonHeaders } from '../request/answer-headers.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { OwnRoutes } from './own-routes.js';
import type { Stage } from './stage.js';

/** Injection token of the origin that problem types begin with. */
export const PROBLEM_BASE = Symbol('PROBLEM_BASE');

/** What a browser may do from another site: read with a bearer token. */
const PREFLIGHT: readonly string[] = Object.entries({
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, Last-Event-ID, Traceparent, X-Request-Id',
  'access-control-max-age': '600',
}).flat();

/** Gives the answers that no service gives: those of the gateway's own routes and pages, preflights, and problems. */
@Injectable()
export class Answer implements Stage {
  constructor(
    private readonly own: OwnRoutes,
    @Inject(PROBLEM_BASE) private readonly problemBase: string,
  ) {}

  /** Does nothing for a request that a service answers. */
  async run(request: ProxiedRequest): Promise<void> {
    const { route, matched, isApiCall, isPreflight } = request;
    if (request.isOver) return;
    if (!isApiCall || route?.service === 'gateway') this.own.answer(request);
    else if (isPreflight) this.preflight(request, matched?.allow ?? '');
  }

  /** Answers with a problem. An answer that has already begun is cut off instead. */
  refuse(request: ProxiedRequest, failure: AppError): void {
    if (request.isOver) return;
    request.isOver = true;
    request.settle();
    request.failure = failure;
    // Its answer may be on the way: nothing can be written behind this one.
    request.forwarding?.stop();
    const { response, requestId, target } = request;
    if (response.headersSent) return void response.destroy();
    const { status, headers, body } = problemOfFailure(failure, {
      instance: target.prefix + target.path,
      requestId,
      problemBase: this.problemBase,
    });
    request.problem = body;
    const text = JSON.stringify(body);
    const all = { ...headers, ...headersAbout(request, failure), 'content-length': String(Buffer.byteLength(text)) };
    response.writeHead(status, withCommonHeaders(Object.entries(all).flat(), request)).end(text);
  }

  private preflight(request: ProxiedRequest, allow: string): void {
    request.isOver = true;
    request.response.writeHead(204, withCommonHeaders(['allow', allow, ...PREFLIGHT], request)).end();
  }
}

/** What the headers of a problem say of the route that refused the request. */
const headersAbout = ({ matched, route }: ProxiedRequest, { code }: AppError): Record<string, string> => {
  if (code === 'route.method_not_allowed' && matched) return { allow: matched.allow };
  if (code !== 'auth.scope' || !route?.scope) return {};
  return {
    'www-authenticate': `Bearer realm="catch-data-service", error="insufficient_scope", scope="${route.scope}"`,
  };
};
