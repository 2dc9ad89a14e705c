import type { AppError } from '@cds/errors';
import { problemOf } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { withCommonHeaders } from '../request/answer-headers.js';
import type { Exchange } from '../request/proxied-request.js';

/** Injection token of the origin that problem types begin with. */
export const PROBLEM_BASE = Symbol('PROBLEM_BASE');

/** What a browser may do from another site: read with a bearer token. */
const PREFLIGHT: readonly string[] = Object.entries({
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization, If-None-Match, Traceparent, X-Request-Id',
  'access-control-max-age': '600',
}).flat();

/** The answers that the gateway gives by itself. */
@Injectable()
export class Answers {
  constructor(@Inject(PROBLEM_BASE) private readonly problemBase: string) {}

  /** Answers with a problem; an answer that has already begun is cut off instead. */
  refuse(exchange: Exchange, failure: AppError, extraHeaders: Readonly<Record<string, string>> = {}): void {
    if (exchange.isOver) return;
    exchange.isOver = true;
    exchange.failure = failure;
    const { response, requestId, target } = exchange;
    if (response.headersSent) return void response.destroy();
    const { status, headers, body } = problemOf(failure, {
      instance: target.prefix + target.path,
      requestId,
      problemBase: this.problemBase,
    });
    const text = JSON.stringify(body);
    const all = { ...headers, ...extraHeaders, 'content-length': String(Buffer.byteLength(text)) };
    response.writeHead(status, withCommonHeaders(Object.entries(all).flat(), exchange)).end(text);
  }

  options(exchange: Exchange, allow: string): void {
    if (exchange.isOver) return;
    exchange.isOver = true;
    exchange.response.writeHead(204, withCommonHeaders(['allow', allow, ...PREFLIGHT], exchange)).end();
  }
}
