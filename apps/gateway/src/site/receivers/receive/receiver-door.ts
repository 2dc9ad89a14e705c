import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { rateLimited } from '../../../edge/rate-limits/rate-limits.errors.js';
import { RequestLimits } from '../../../edge/rate-limits/request-limits.js';
import { RECEIVER_KEYS, receiverOf } from '../receiver-token.js';
import { receiverNotFound } from '../receivers.errors.js';
import { ReceiverPlaces } from './receiver-places.js';

/** A request that may be read. */
export interface Admitted {
  readonly id: string;
  /** Its place becomes free. */
  readonly leave: () => void;
}

/**
 * Lets requests to receivers in, before their bodies are read. Each receiver has a limit of its own, and an address
 * pays for invented tokens alone: all webhooks come from the same few addresses, so that a limit of these would let one
 * account stop the deliveries of all others.
 */
@Injectable()
export class ReceiverDoor {
  constructor(
    private readonly limits: RequestLimits,
    private readonly places: ReceiverPlaces,
    @Inject(RECEIVER_KEYS) private readonly keys: readonly Buffer[],
  ) {}

  /** Fails with `receiver.not_found`, `rate_limit.exceeded` or `limit.in_flight`. */
  async admit(request: IncomingMessage, token: string): Promise<Admitted> {
    const id = receiverOf(token, this.keys);
    const quota = await (id === undefined ? this.limits.takeFromAddress(request) : this.limits.takeFromReceiver(id));
    if (quota.isOver) throw rateLimited(quota);
    if (id === undefined) throw receiverNotFound();
    return { id, leave: this.places.take(id) };
  }
}
