import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Coding, compressorOf } from '../../http/content-coding.js';
import type { UpstreamCopy } from '../upstreams/upstream-copy.js';
import type { FlatHeaders } from '../request/answer-headers.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { codingOfAnswer, responseHeaders } from './response-headers.js';

/** One for all: nobody reads it, and each new error would capture the stack. */
const REQUEST_OVER = new Error('The request is over.');

/** Learns how an attempt went. */
export interface AttemptOutcome {
  /** The head of an answer is there. Returns false when it is not to be passed on. */
  onAnswer(attempt: Attempt, status: number): boolean;
  /** No head came. */
  onFailure(attempt: Attempt, error: Error): void;
}

/**
 * One request to one copy of a service: passes its answer on to the caller piece by piece, as fast as the caller reads.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  /** Something of the request may have reached the copy. */
  isSent = false;
  private controller: Dispatcher.DispatchController | undefined;
  private head: { status: number; headers: FlatHeaders } | undefined;
  private compressor: Transform | undefined;
  private isWorkedOn = true;

  constructor(
    readonly request: ProxiedRequest,
    readonly copy: UpstreamCopy,
    private readonly outcome: AttemptOutcome,
  ) {
    copy.begin(Date.now());
  }

  /** Does nothing when the answer is complete. */
  abort(): void {
    this.controller?.abort(REQUEST_OVER);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // An error that is thrown here drops the request and keeps the connection; an abort would end the connection too.
    if (this.request.isOver) throw REQUEST_OVER;
    this.controller = controller;
    this.isSent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.endWork();
    if (this.request.isOver || !this.outcome.onAnswer(this, status)) return;
    // After an error any server may close the connection.
    if (status < 400 && headers.connection === 'close') this.copy.leaves(Date.now());
    const coding = codingOfAnswer(status, headers, this.request);
    this.head = { status, headers: responseHeaders({ status, headers, coding }, this.request) };
    if (coding && hasBody(this.request.method, status)) this.compress(coding);
    // With a known length the head goes out together with the first piece, which is on its way already.
    if (headers['content-length'] === undefined && hasBody(this.request.method, status))
      this.writeHead().flushHeaders();
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.request.isOver) return;
    const response = this.writeHead();
    // A problem is short, and comes in one piece.
    if (response.statusCode >= 400) this.request.problem ??= piece;
    const sink = this.compressor ?? response;
    if (sink.write(piece)) return;
    controller.pause();
    sink.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.controller = undefined;
    if (!this.head || this.request.isOver) return;
    const response = this.writeHead();
    if (this.compressor) this.compressor.end();
    else response.end();
    this.request.isOver = true;
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.endWork();
    if (this.request.isOver) return;
    // Half an answer must not look like a whole one.
    if (this.head) this.request.response.destroy();
    else this.outcome.onFailure(this, error);
  }

  /** It ends with the response, whoever ends that. */
  private compress(coding: Coding): void {
    const { response } = this.request;
    const compressor = compressorOf(coding);
    this.compressor = compressor;
    response.once('close', () => compressor.destroy());
    compressor.once('error', () => response.destroy()).pipe(response);
  }

  /** Once the answer has begun it only waits for its reader, and holds nobody else back. */
  private endWork(): void {
    if (!this.isWorkedOn) return;
    this.isWorkedOn = false;
    this.copy.end(Date.now());
  }

  private writeHead(): ProxiedRequest['response'] {
    const { response } = this.request;
    if (this.head && !response.headersSent) response.writeHead(this.head.status, this.head.headers);
    return response;
  }
}

const hasBody = (method: string, status: number): boolean => method !== 'HEAD' && status !== 204 && status !== 304;
