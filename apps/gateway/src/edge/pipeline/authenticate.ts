import { Injectable } from '@nestjs/common';
import { Authenticator } from '../../identity/authentication/authenticator.js';
import { failureOf } from '../forwarding/forwarding.errors.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { Limit } from './limit.js';
import type { Stage } from './stage.js';

/** Finds out who sends a call, where its route asks for a credential. */
@Injectable()
export class Authenticate implements Stage {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limit: Limit,
  ) {}

  /** A missing or wrong credential uses up the limit of the address; nobody else is held back by that. */
  async run(request: ProxiedRequest): Promise<void> {
    const { route, incoming } = request;
    if (!route || route.scope === null) return;
    try {
      request.caller = await this.authenticator.authenticate(incoming);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'unauthenticated') await this.limit.chargeStranger(request, failure);
      throw failure;
    }
  }
}
