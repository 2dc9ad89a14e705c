import { Injectable } from '@nestjs/common';
import { ClientAddress } from '../../identity/principals/client-address.js';
import { networkOf } from '../../identity/principals/network-of.js';
import { InFlightRequests } from '../rate-limits/in-flight-requests.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import type { Stage } from './stage.js';

/**
 * Counts the request among those of its account that are in progress, or among those of its address where it has no
 * credential. Runs once the request is known to be allowed, and before its body is read: who sends slowly holds a
 * place.
 */
@Injectable()
export class HoldPlace implements Stage {
  constructor(
    private readonly inFlight: InFlightRequests,
    private readonly addresses: ClientAddress,
  ) {}

  /** Rejects with `limit.in_flight` when there are too many. */
  async run(request: ProxiedRequest): Promise<void> {
    const { caller, incoming, isPreflight, isForReceiver } = request;
    if (isPreflight || isForReceiver || request.isOver) return;
    request.inFlight = caller
      ? this.inFlight.beginOfAccount(caller.accountId)
      : this.inFlight.beginOfAddress(networkOf(this.addresses.of(incoming)));
  }
}
