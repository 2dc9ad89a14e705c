import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { AppError } from '@cds/errors';
import { HandledRequests, type SignIdentity } from '@cds/service-kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Authenticator } from '../../identity/authentication/authenticator.js';
import { scopesMissing } from '../../identity/principals/credentials.errors.js';
import type { Principal } from '../../identity/principals/principal.js';
import { ANY_SCOPE, type Route, type RouteScope, type ServiceName } from '../routing/route.js';
import type { Quota } from '../rate-limits/quota.js';
import { rateLimited } from '../rate-limits/rate-limits.errors.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { type MatchedPath, RouteMatcher } from '../routing/route-matcher.js';
import { Upstreams } from '../upstreams/upstreams.js';
import { Answers } from './answer.js';
import { Exchange } from '../request/proxied-request.js';
import { Forwarding } from '../forwarding/forwarding.js';
import { asHandled } from './handled-request.js';
import { failureOf, methodNotAllowed, noSuchRoute } from '../forwarding/forwarding.errors.js';
import { setBodyDeadline } from './body-deadline.js';
import { OwnRoutes } from './own-routes.js';
import { readBody } from '../forwarding/read-body.js';
import { requestHeaders } from '../forwarding/request-headers.js';
import { streamBody } from '../forwarding/stream-body.js';

/** Injection token of the function that signs who calls. */
export const SIGN_IDENTITY = Symbol('SIGN_IDENTITY');

/** Injection token of the longest time in milliseconds for a body, or for a rest within one that is streamed. */
export const BODY_MS = Symbol('BODY_MS');

/** Takes a request to the API from its first byte to its last: route, credential, scope, body, service, report. */
@Injectable()
export class Proxy implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    private readonly routes: RouteMatcher,
    private readonly authenticator: Authenticator,
    private readonly limits: RequestLimits,
    private readonly upstreams: Upstreams,
    private readonly own: OwnRoutes,
    private readonly answers: Answers,
    private readonly handled: HandledRequests,
    @Inject(SIGN_IDENTITY) private readonly sign: SignIdentity,
    @Inject(BODY_MS) private readonly bodyMs: number,
  ) {}

  /** From now on connections close after their answer. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = this.begin(request, response);
    try {
      this.admit(exchange);
    } catch (error) {
      this.answers.refuse(exchange, failureOf(error));
    }
  }

  /** Whatever is not of the API: Fastify answers it, within the limit of the address. */
  handlePage(request: IncomingMessage, response: ServerResponse): void {
    const exchange = this.begin(request, response);
    this.limit(exchange, this.limits.takeFromAddress(request), () => this.own.answer(exchange));
  }

  private begin(request: IncomingMessage, response: ServerResponse): Exchange {
    if (this.isStopping) response.shouldKeepAlive = false;
    const exchange = new Exchange(request, response);
    response.once('close', () => this.onClose(exchange));
    return exchange;
  }

  private admit(exchange: Exchange): void {
    const matched = this.routes.match(exchange.target.path);
    const { method } = exchange;
    const route = matched?.routeFor(method);
    exchange.route = route;
    if (route?.bodyLimit !== 'streamed')
      setBodyDeadline(exchange, this.bodyMs, (of, failure) => this.answers.refuse(of, failure));
    if (route && route.scope !== null) return this.authenticate(exchange, route, route.scope);
    if (matched && method === 'OPTIONS') return this.preflight(exchange, matched.allow);
    this.limit(exchange, this.limits.takeFromAddress(exchange.request), () => this.answerStranger(exchange, matched));
  }

  /**
   * Costs the address nothing, and is answered even when it has nothing left: what follows counts against a credential.
   */
  private preflight(exchange: Exchange, allow: string): void {
    this.whenTaken(exchange, this.limits.takeFromAddress(exchange.request), (quota) => {
      exchange.quota = quota.isOver ? quota : this.limits.giveBack(quota);
      this.answers.options(exchange, allow);
    });
  }

  private answerStranger(exchange: Exchange, matched: MatchedPath | undefined): void {
    if (exchange.route) return this.answer(exchange, exchange.route);
    if (!matched) return this.answers.refuse(exchange, noSuchRoute());
    this.answers.refuse(exchange, methodNotAllowed(exchange.method, matched.allow), { allow: matched.allow });
  }

  private authenticate(exchange: Exchange, route: Route, scope: RouteScope): void {
    const admit = (caller: Principal) => {
      exchange.caller = caller;
      this.limit(exchange, this.takeFrom(caller, route), () => this.authorize(exchange, route, scope, caller));
    };
    try {
      const found = this.authenticator.authenticate(exchange.request);
      if (found instanceof Promise) found.then(admit).catch(this.refusing(exchange));
      else admit(found);
    } catch (error) {
      this.refuse(exchange, error);
    }
  }

  private takeFrom(caller: Principal, { isFree }: Route): Quota | Promise<Quota> {
    return isFree ? this.limits.peekAtCredential(caller) : this.limits.takeFromCredential(caller);
  }

  /** Goes on when the limit lets the request through. */
  private limit(exchange: Exchange, taken: Quota | Promise<Quota>, next: () => void): void {
    this.whenTaken(exchange, taken, (quota) => {
      exchange.quota = quota;
      if (!exchange.route?.isFree) exchange.giveBack = this.giveBack;
      if (quota.isOver) return this.answers.refuse(exchange, rateLimited(quota));
      next();
    });
  }

  /** At once where this copy can tell by itself. */
  private whenTaken(exchange: Exchange, taken: Quota | Promise<Quota>, decide: (quota: Quota) => void): void {
    if (taken instanceof Promise) taken.then(decide).catch(this.refusing(exchange));
    else decide(taken);
  }

  private readonly giveBack = (quota: Quota): Quota => this.limits.giveBack(quota);

  private authorize(exchange: Exchange, route: Route, scope: RouteScope, caller: Principal): void {
    if (scope !== ANY_SCOPE && !caller.scopes.includes(scope)) {
      const challenge = `Bearer realm="catch-data-service", error="insufficient_scope", scope="${scope}"`;
      return this.answers.refuse(exchange, scopesMissing([scope]), { 'www-authenticate': challenge });
    }
    this.answer(exchange, route);
  }

  /** Nobody is asked who they are where the exchange has no caller. */
  private answer(exchange: Exchange, route: Route): void {
    const { service, bodyLimit } = route;
    if (service === 'gateway') return this.own.answer(exchange);
    const forward = (body: Buffer | Readable | null) => this.forward(exchange, route, service, body);
    if (bodyLimit === 0) return forward(null);
    if (bodyLimit === 'streamed') return forward(streamBody(exchange.request, this.bodyMs));
    readBody(exchange.request, bodyLimit).then(forward).catch(this.refusing(exchange));
  }

  private forward(exchange: Exchange, route: Route, service: ServiceName, body: Buffer | Readable | null): void {
    if (exchange.isOver) return;
    const { caller } = exchange;
    const headers = requestHeaders(exchange, caller && this.sign(caller, { service, requestId: exchange.requestId }));
    const upstream = this.upstreams.of(service);
    new Forwarding({
      exchange,
      route,
      upstream,
      headers,
      body,
      refuse: (of, failure: AppError) => this.answers.refuse(of, failure),
    }).start();
  }

  private refusing(exchange: Exchange): (error: unknown) => void {
    return (error) => this.refuse(exchange, error);
  }

  /** Who sends no credential, or a wrong one, uses up the limit of the address; nobody else is held back by that. */
  private refuse(exchange: Exchange, error: unknown): void {
    const failure = failureOf(error);
    if (failure.kind !== 'unauthenticated') return this.answers.refuse(exchange, failure);
    const { request } = exchange;
    const taken =
      failure.code === 'auth.missing'
        ? this.limits.takeFromAddress(request)
        : this.limits.takeFromWrongCredentials(request);
    this.limit(exchange, taken, () => this.answers.refuse(exchange, failure));
  }

  /** The answer is out, or the client has gone, or the answer was cut off. */
  private onClose(exchange: Exchange): void {
    exchange.isOver = true;
    exchange.stopAsking?.();
    if (!exchange.isOwn) this.handled.add(asHandled(exchange));
  }
}
