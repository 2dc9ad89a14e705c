import { Injectable } from '@nestjs/common';
import { Authenticator } from '../../identity/authentication/authenticator.js';
import { failureOf } from '../forwarding/forwarding.errors.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { StrangerLookUps } from '../rate-limits/stranger-look-ups.js';
import { Limit } from './limit.js';
import type { Stage } from './stage.js';

/** Finds out who sends a call, where its route asks for a credential. */
@Injectable()
export class Authenticate implements Stage {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limit: Limit,
    private readonly lookUps: StrangerLookUps,
  ) {}

  /**
   * A missing or wrong credential, or one that this sender may not use, uses up the limit of the address; nobody else
   * is held back by that.
   */
  async run(request: ProxiedRequest): Promise<void> {
    const { route, incoming } = request;
    if (!route || route.scope === null) return;
    try {
      request.caller = await this.authenticator.authenticate(incoming, this.lookUps);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'unauthenticated' || REFUSED.has(failure.code))
        await this.limit.chargeStranger(request, failure);
      // It was not looked up, and costs nothing more; the answer says what is left all the same.
      else if (failure.code === 'auth.too_many_failures') this.limit.showStranger(request);
      throw failure;
    }
  }
}

/** Of credentials that are good, but not for this sender. */
const REFUSED: ReadonlySet<string> = new Set(['auth.network', 'auth.csrf', 'auth.cross_site']);
