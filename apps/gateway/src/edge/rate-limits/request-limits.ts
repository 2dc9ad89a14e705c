import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ClientAddress } from '../../identity/principals/client-address.js';
import { networkOf } from '../../identity/principals/network-of.js';
import type { Principal } from '../../identity/principals/principal.js';
import type { Quota } from './quota.js';
import { RATE_LIMIT_POLICIES, type RateLimitPolicies, type RateLimitPolicy } from './rate-limit-policy.js';
import { RateLimiter } from './rate-limiter.js';

/** Which limit a request counts against. */
@Injectable()
export class RequestLimits {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly addresses: ClientAddress,
    @Inject(RATE_LIMIT_POLICIES) private readonly policies: RateLimitPolicies,
  ) {}

  takeFromCredential(principal: Principal): Promise<Quota> {
    return this.limiter.take(subjectOf(principal), this.policyOf(principal));
  }

  /** Without taking anything. */
  peekAtCredential(principal: Principal): Promise<Quota> {
    return this.limiter.peek(subjectOf(principal), this.policyOf(principal));
  }

  takeFromAddress(request: IncomingMessage): Promise<Quota> {
    return this.limiter.take(`address:${networkOf(this.addresses.of(request))}`, this.policies.address);
  }

  takeFromWrongCredentials(request: IncomingMessage): Promise<Quota> {
    return this.limiter.take(`wrong:${networkOf(this.addresses.of(request))}`, this.policies.wrongCredentials);
  }

  giveBack(quota: Quota): Quota {
    return this.limiter.giveBack(quota);
  }

  private policyOf({ credential: { rateLimit } }: Principal): RateLimitPolicy {
    return rateLimit ? { name: 'default', ...rateLimit } : this.policies.default;
  }
}

/** Tokens of one client for different accounts do not take from each other. */
const subjectOf = ({ credentialId, accountId }: Principal): string => `credential:${credentialId}:${accountId}`;
