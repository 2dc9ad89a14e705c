import { Readable } from 'node:stream';
import { type AppError, findAppError } from '@cds/errors';
import type { Route } from '../routing/route.js';
import type { Upstream } from '../upstreams/upstream.js';
import type { UpstreamCopy } from '../upstreams/upstream-copy.js';
import { Attempt, type AttemptOutcome } from './attempt.js';
import type { Exchange } from './exchange.js';
import { brokenOff, failureOf, identityRefused, serviceDown, tooSlow } from './proxy.errors.js';

export interface ForwardingOptions {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly upstream: Upstream;
  /** Names and values in turn. */
  readonly headers: string[];
  /** A stream is sent once, to one copy alone. */
  readonly body: Buffer | Readable | null;
  readonly refuse: (exchange: Exchange, failure: AppError) => void;
}

/**
 * Gets one request answered by some copy of its service within the route's time. Another copy is asked when one could
 * not be reached (the request was not sent), and for GET and HEAD also when the connection broke before the answer.
 */
export class Forwarding implements AttemptOutcome {
  private deadline: NodeJS.Timeout | undefined;
  private attempt: Attempt | undefined;
  /** By the service, by a refusal, or by nobody as the caller has gone. */
  private isAnswered = false;

  constructor(private readonly options: ForwardingOptions) {
    const { body } = options;
    if (body instanceof Readable) body.once('end', () => void (this.isAnswered || this.setDeadline()));
    else this.setDeadline();
    options.exchange.stopAsking = () => this.stop();
  }

  start(): void {
    if (!this.askNext()) this.refuse(serviceDown(this.options.route.service));
  }

  onAnswer({ copy }: Attempt, status: number): boolean {
    this.isAnswered = true;
    clearTimeout(this.deadline);
    copy.answered();
    if (status === 304) this.options.exchange.refundNotModified();
    if (status !== 401) return true;
    // The caller's key is good: it is the gateway whom the service does not know.
    this.refuse(identityRefused(this.options.route.service));
    return false;
  }

  onFailure({ copy, isSent }: Attempt, error: Error): void {
    // What the request is like, not how the copy is.
    if (isUnacceptable(error)) return this.refuse(failureOf(error));
    copy.failed(Date.now());
    const { route, body } = this.options;
    if ((!isSent || route.method === 'GET') && !(body instanceof Readable) && this.askNext()) return;
    this.refuse(isSent ? brokenOff(route, error) : serviceDown(route.service, error));
  }

  /** Whether there was another copy to ask. */
  private askNext(): boolean {
    const { exchange, upstream, headers, body } = this.options;
    const copy = upstream.next(exchange.tried, Date.now());
    if (!copy) return false;
    exchange.tried.push(copy);
    this.attempt = new Attempt(exchange, copy, this);
    this.dispatch(copy, this.attempt, headers, body);
    return true;
  }

  private dispatch(copy: UpstreamCopy, attempt: Attempt, headers: string[], body: ForwardingOptions['body']): void {
    const { method, target } = this.options.exchange;
    copy.pool.dispatch({ path: target.path + target.query, method, headers, body }, attempt);
  }

  private setDeadline(): void {
    this.deadline = setTimeout(() => this.onDeadline(), this.options.route.timeoutMs);
  }

  private onDeadline(): void {
    const { route } = this.options;
    this.attempt?.copy.failed(Date.now());
    this.refuse(this.attempt?.isSent ? tooSlow(route) : serviceDown(route.service));
  }

  private refuse(failure: AppError): void {
    this.options.refuse(this.options.exchange, failure);
    this.stop();
  }

  private stop(): void {
    this.isAnswered = true;
    clearTimeout(this.deadline);
    this.attempt?.abort();
    // A copy that could not be reached has not touched it.
    if (this.options.body instanceof Readable) this.options.body.destroy();
  }
}

const isUnacceptable = (error: Error): boolean =>
  findAppError(error) !== undefined || ('code' in error && error.code === 'UND_ERR_INVALID_ARG');
