import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ClientAddress } from '../../identity/principals/client-address.js';
import { networkOf } from '../../identity/principals/network-of.js';
import type { Principal, RateLimit } from '../../identity/principals/principal.js';
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

  /** What `isUnsettled` is taken from this limit or the next ones must be settled if it is let through. */
  takeFromCredential(principal: Principal, isUnsettled: boolean): Promise<Quota> {
    return this.limiter.take(subjectOf(principal), this.policyOf(principal), isUnsettled);
  }

  /** Undefined for a credential with a limit of its own above that of accounts: it was raised on purpose. */
  async takeFromAccount({ accountId, credential }: Principal, isUnsettled: boolean): Promise<Quota | undefined> {
    const { account } = this.policies;
    if (credential.rateLimit && perSecond(credential.rateLimit) > perSecond(account)) return undefined;
    return this.limiter.take(`account:${accountId}`, account, isUnsettled);
  }

  /** Without taking anything. */
  peekAtCredential(principal: Principal): Promise<Quota> {
    return this.limiter.peek(subjectOf(principal), this.policyOf(principal));
  }

  takeFromAddress(request: IncomingMessage, isUnsettled = false): Promise<Quota> {
    return this.limiter.take(`address:${networkOf(this.addresses.of(request))}`, this.policies.address, isUnsettled);
  }

  /** Without taking anything. */
  peekAtAddress(request: IncomingMessage): Promise<Quota> {
    return this.limiter.peek(`address:${networkOf(this.addresses.of(request))}`, this.policies.address);
  }

  /** A limit of its own: some people behind one address who open the portal would use up that of its calls. */
  takePageFile(request: IncomingMessage, isUnsettled: boolean): Promise<Quota> {
    return this.limiter.take(`files:${networkOf(this.addresses.of(request))}`, this.policies.pageFiles, isUnsettled);
  }

  takeFromWrongCredentials(request: IncomingMessage): Promise<Quota> {
    return this.limiter.take(`wrong:${networkOf(this.addresses.of(request))}`, this.policies.wrongCredentials);
  }

  /** For the beginning of an app's or a device's sign-in, of which something is kept for a while, signed in or not. */
  takeFromAuthorize(request: IncomingMessage): Promise<Quota> {
    return this.limiter.take(`authorize:${networkOf(this.addresses.of(request))}`, this.policies.authorize);
  }

  /** From wherever it comes. */
  takeFromReceiver(id: string): Promise<Quota> {
    return this.limiter.take(`receiver:${id}`, this.policies.receiver);
  }

  /** The limit of an address that it has used up with wrong credentials, as far as this copy knows. */
  usedUpByWrongCredentials(request: IncomingMessage): Quota | undefined {
    const subject = `wrong:${networkOf(this.addresses.of(request))}`;
    const quota = this.limiter.known(subject, this.policies.wrongCredentials);
    return quota?.remaining === 0 ? { ...quota, isOver: true } : undefined;
  }

  /** Of a request that was unsettled. */
  settle(quota: Quota, isFree: boolean): Quota {
    return this.limiter.settle(quota, isFree);
  }

  private policyOf({ credential: { rateLimit } }: Principal): RateLimitPolicy {
    return rateLimit ? { name: 'default', ...rateLimit } : this.policies.default;
  }
}

const perSecond = ({ limit, windowSeconds }: RateLimit): number => limit / windowSeconds;

/** Tokens of one client for different accounts do not take from each other. */
const subjectOf = ({ credentialId, accountId }: Principal): string => `credential:${credentialId}:${accountId}`;
