import { Duplex } from 'node:stream';
import { type AppError, findAppError } from '@cds/errors';
import { failSpan, type Span } from '@cds/tracing';
import type { ProxiedRequest } from '../request/proxied-request.js';
import type { Route } from '../routing/route.js';
import type { Upstream } from '../upstreams/upstream.js';
import type { UpstreamCopy } from '../upstreams/upstream-copy.js';
import { Attempt, type AttemptOutcome } from './attempt.js';
import { brokenOff, failureOf, identityRefused, serviceDown, tooSlow } from './forwarding.errors.js';
import { continued, endHopSpan, startHopSpan } from './hop-span.js';
import { watchUpload } from './watch-upload.js';

export interface ForwardingOptions {
  readonly request: ProxiedRequest;
  readonly route: Route;
  readonly upstream: Upstream;
  /** Names and values in turn. */
  readonly headers: string[];
  /** A stream is sent once, to one copy alone. */
  readonly body: Buffer | Duplex | null;
}

/**
 * Gets one request answered by some copy of its service within the route's time; a body that is streamed may last
 * longer while the copy goes on taking it. Another copy is tried when one could not be reached (the request was not
 * sent), and for GET and HEAD also when the connection broke before the answer.
 */
export class Forwarding implements AttemptOutcome {
  private deadline: NodeJS.Timeout | undefined;
  private attempt: Attempt | undefined;
  private span: Span | undefined;
  /** The service has answered, or all copies have failed, or nobody waits any more. */
  private isSettled = false;
  private resolve: () => void = () => undefined;
  private reject: (failure: AppError) => void = () => undefined;

  constructor(private readonly options: ForwardingOptions) {
    const { body, request, route } = options;
    if (body instanceof Duplex) {
      watchUpload(body, route.timeoutMs, () => void (this.isSettled || this.onDeadline()));
      body.once('end', () => void (this.isSettled || this.setDeadline()));
    } else this.setDeadline();
    request.forwarding = this;
  }

  /**
   * Resolves when the head of an answer is there, which is passed on together with what follows it, or when the caller
   * has gone. Rejects with the failure to refuse the request with. Call it once.
   */
  answered(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      if (!this.tryNext()) this.fail(serviceDown(this.options.route.service));
    });
  }

  onAnswer(attempt: Attempt, status: number): boolean {
    if (this.isSettled) return false;
    endHopSpan(this.span, status);
    this.span = undefined;
    if (status === 401) {
      this.onRefusal(attempt);
      return false;
    }
    attempt.copy.answered(Date.now());
    this.options.request.inFlight?.answering();
    this.options.request.settle(status);
    this.settle();
    this.resolve();
    return true;
  }

  onFailure(attempt: Attempt, error: Error): void {
    if (this.isSettled || attempt !== this.attempt) return;
    const { copy, isSent } = attempt;
    this.failSpan(error);
    // The fault lies in the request, not in the copy.
    if (isUnacceptable(error)) return this.fail(failureOf(error));
    copy.failed(Date.now());
    const { route, body } = this.options;
    if ((!isSent || route.method === 'GET') && !(body instanceof Duplex) && this.tryNext()) return;
    this.fail(isSent ? brokenOff(route, error) : serviceDown(route.service, error));
  }

  /**
   * The caller's credential is good: it is the gateway whom this copy does not know, as its clock or its secrets may be
   * wrong. It has done nothing, and what it says is not for the caller.
   */
  private onRefusal(refused: Attempt): void {
    refused.copy.failed(Date.now());
    this.attempt = undefined;
    refused.abort();
    const { route, body } = this.options;
    if (body instanceof Duplex || !this.tryNext()) this.fail(identityRefused(route.service));
  }

  /** Whether there was another copy to try. */
  private tryNext(): boolean {
    const { request, upstream } = this.options;
    const copy = upstream.next(request.tried, Date.now());
    if (!copy) return false;
    request.tried.push(copy);
    this.attempt = new Attempt(request, copy, this);
    this.span = startHopSpan(request, this.options.route);
    this.dispatch(copy, this.attempt);
    return true;
  }

  private dispatch(copy: UpstreamCopy, attempt: Attempt): void {
    const { request, headers, body } = this.options;
    const { method, target } = request;
    copy.pool.dispatch(
      { path: target.path + target.query, method, headers: continued(headers, this.span), body },
      attempt,
    );
  }

  private setDeadline(): void {
    this.deadline = setTimeout(() => this.onDeadline(), this.options.route.timeoutMs);
  }

  private onDeadline(): void {
    const { request, route } = this.options;
    this.attempt?.copy.failed(Date.now());
    this.fail(this.attempt?.isSent ? tooSlow(route, isRepeatable(request)) : serviceDown(route.service));
  }

  private fail(failure: AppError): void {
    this.failSpan(failure);
    this.settle();
    this.reject(failure);
    this.release();
  }

  /** Nobody waits any more. */
  stop(): void {
    this.failSpan(GONE);
    this.settle();
    this.resolve();
    this.release();
  }

  private failSpan(error: Error): void {
    failSpan(this.span, error);
    this.span = undefined;
  }

  private settle(): void {
    this.isSettled = true;
    clearTimeout(this.deadline);
  }

  private release(): void {
    this.attempt?.abort();
    // A copy that could not be reached has not touched it.
    if (this.options.body instanceof Duplex) this.options.body.destroy();
  }
}

/** Whether it changes nothing more when it is carried out twice. */
const isRepeatable = ({ method, incoming }: ProxiedRequest): boolean =>
  method !== 'POST' || incoming.headers['idempotency-key'] !== undefined;

/** The caller has gone; one for all, since each new error would capture the stack. */
const GONE = Object.assign(new Error('The caller has gone.'), { code: 'caller_gone' });

const isUnacceptable = (error: Error): boolean =>
  findAppError(error) !== undefined || ('code' in error && error.code === 'UND_ERR_INVALID_ARG');
