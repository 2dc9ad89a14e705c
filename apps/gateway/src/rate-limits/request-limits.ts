import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { ClientAddress } from '../authentication/client-address.js';
import type { Principal } from '../authentication/principal.js';
import type { Quota } from './quota.js';
import { RATE_LIMIT_POLICIES, type RateLimitPolicies, type RateLimitPolicy } from './rate-limit-policy.js';
import { RateLimiter } from './rate-limiter.js';

type Taken = Quota | Promise<Quota>;

/** Which limit a request counts against. */
@Injectable()
export class RequestLimits {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly addresses: ClientAddress,
    @Inject(RATE_LIMIT_POLICIES) private readonly policies: RateLimitPolicies,
  ) {}

  takeFromCredential(principal: Principal): Taken {
    return this.limiter.take(subjectOf(principal), this.policyOf(principal));
  }

  /** Without taking anything. */
  peekAtCredential(principal: Principal): Promise<Quota> {
    return this.limiter.peek(subjectOf(principal), this.policyOf(principal));
  }

  takeFromAddress(request: IncomingMessage): Taken {
    return this.limiter.take(`address:${this.networkOf(request)}`, this.policies.address);
  }

  takeFromWrongCredentials(request: IncomingMessage): Taken {
    return this.limiter.take(`wrong:${this.networkOf(request)}`, this.policies.wrongCredentials);
  }

  giveBack(quota: Quota): Quota {
    return this.limiter.giveBack(quota);
  }

  private policyOf({ credential: { rateLimit } }: Principal): RateLimitPolicy {
    return rateLimit ? { name: 'default', ...rateLimit } : this.policies.default;
  }

  /** An IPv4 address, or the /64 that an IPv6 address lies in: that many are one customer's. */
  private networkOf(request: IncomingMessage): string {
    const address = this.addresses.of(request);
    if (!ipaddr.IPv6.isValid(address)) return address;
    return ipaddr.IPv6.parse(address).parts.slice(0, 4).map((part) => part.toString(16)).join(':');
  }
}

/** Tokens of one client for different accounts do not take from each other. */
const subjectOf = ({ credentialId, accountId }: Principal): string => `credential:${credentialId}:${accountId}`;
