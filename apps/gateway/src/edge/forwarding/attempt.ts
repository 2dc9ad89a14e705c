import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { UpstreamCopy } from '../upstreams/upstream-copy.js';
import type { FlatHeaders } from '../request/answer-headers.js';
import type { Exchange } from '../request/proxied-request.js';
import { responseHeaders } from './response-headers.js';

/** One for all: nobody reads it, and each new error would take a picture of the stack. */
const EXCHANGE_OVER = new Error('The exchange is over.');

/** Told how an attempt went. */
export interface AttemptOutcome {
  /** The head of an answer is there. Returns false when it is not to be passed on. */
  onAnswer(attempt: Attempt, status: number): boolean;
  /** No head came. */
  onFailure(attempt: Attempt, error: Error): void;
}

/**
 * One copy of a service being asked: passes its answer on to the caller piece by piece, as fast as the caller reads.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  /** Something of the request may have reached the copy. */
  isSent = false;
  private controller: Dispatcher.DispatchController | undefined;
  private head: { status: number; headers: FlatHeaders } | undefined;

  constructor(
    readonly exchange: Exchange,
    readonly copy: UpstreamCopy,
    private readonly outcome: AttemptOutcome,
  ) {
    copy.running += 1;
  }

  /** Does nothing when the answer is complete. */
  abort(): void {
    this.controller?.abort(EXCHANGE_OVER);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown, the request is dropped and the connection stays; aborted, the connection would go too.
    if (this.exchange.isOver) throw EXCHANGE_OVER;
    this.controller = controller;
    this.isSent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || !this.outcome.onAnswer(this, status)) return;
    this.head = { status, headers: responseHeaders(headers, this.exchange) };
    // Of known length: the head goes out together with the first piece. Of unknown length: that may take a while.
    if (headers['content-length'] === undefined && hasBody(this.exchange.method, status))
      this.writeHead().flushHeaders();
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    const response = this.writeHead();
    if (response.write(piece)) return;
    controller.pause();
    response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.copy.running -= 1;
    this.controller = undefined;
    if (!this.head) return;
    this.writeHead().end();
    this.exchange.isOver = true;
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.copy.running -= 1;
    if (this.exchange.isOver) return;
    // Half an answer must not look like a whole one.
    if (this.head) this.exchange.response.destroy();
    else this.outcome.onFailure(this, error);
  }

  private writeHead(): Exchange['response'] {
    const { response } = this.exchange;
    if (this.head && !response.headersSent) response.writeHead(this.head.status, this.head.headers);
    return response;
  }
}

const hasBody = (method: string, status: number): boolean => method !== 'HEAD' && status !== 204 && status !== 304;
