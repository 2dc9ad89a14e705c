import { Inject, Injectable } from '@nestjs/common';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { RouteMatcher } from '../routing/route-matcher.js';
import { Answer } from './answer.js';
import { setBodyDeadline } from './body-deadline.js';
import type { Stage } from './stage.js';

/** Injection token of the longest time in milliseconds for a body, or between two pieces of a streamed one. */
export const BODY_MS = Symbol('BODY_MS');

/**
 * Finds the route of a call and begins the time in which a body must arrive, that of a page's form included. A call
 * without a route goes on: that counts against the limit of its address before it is refused.
 */
@Injectable()
export class Admit implements Stage {
  constructor(
    private readonly routes: RouteMatcher,
    private readonly answer: Answer,
    @Inject(BODY_MS) private readonly bodyMs: number,
  ) {}

  async run(request: ProxiedRequest): Promise<void> {
    if (request.isApiCall) {
      request.matched = this.routes.match(request.target.path);
      request.route = request.matched?.routeFor(request.method);
    }
    // The pieces of a streamed body have a time of their own each.
    if (request.route?.bodyLimit !== 'streamed')
      setBodyDeadline(request, this.bodyMs, (failure) => this.answer.refuse(request, failure));
  }
}
