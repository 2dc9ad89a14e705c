import type { IncomingMessage } from 'node:http';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { LookUps } from '../../identity/authentication/authenticator.js';
import { rateLimited } from './rate-limits.errors.js';
import { RequestLimits } from './request-limits.js';

/** So that a good credential that nobody has seen yet gets through beside a flood of invented ones. */
const PER_SECOND = 5;
const MAX_ADDRESSES = 10_000;

/**
 * Once an address has used up its limit of wrong credentials, few credentials a second that this copy has never seen
 * are looked up for it: an invented one costs neither a query nor a check of a signature.
 */
@Injectable()
export class StrangerLookUps implements LookUps {
  private readonly seconds = new LRUCache<string, { second: number; count: number }>({ max: MAX_ADDRESSES });

  constructor(
    private readonly limits: RequestLimits,
    private readonly clock: Clock,
  ) {}

  /** Throws `auth.too_many_failures` when the credential is not to be looked up. */
  check(request: IncomingMessage): void {
    const quota = this.limits.usedUpByWrongCredentials(request);
    if (!quota) return;
    const second = Math.floor(this.clock.now().getTime() / 1_000);
    const known = this.seconds.get(quota.subject);
    const count = known?.second === second ? known.count + 1 : 1;
    this.seconds.set(quota.subject, { second, count });
    if (count > PER_SECOND) throw rateLimited(quota);
  }
}
