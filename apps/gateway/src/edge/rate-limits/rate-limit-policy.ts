import { RATE_LIMIT_DEFAULT } from '../../identity/api-keys/rate-limit.js';
import type { RateLimit } from '../../identity/principals/principal.js';

/** A limit under its published name, as `RateLimit-Policy` tells it. */
export interface RateLimitPolicy extends RateLimit {
  readonly name: 'default' | 'account' | 'address' | 'wrong-credentials' | 'authorize' | 'receiver' | 'files';
}

/** The limits of an installation. */
export interface RateLimitPolicies {
  /** Of a credential that has none of its own. */
  readonly default: RateLimitPolicy;
  /** Of all credentials of an account together, without those that have a higher limit of their own. */
  readonly account: RateLimitPolicy;
  /** Of an address that sends no credential. */
  readonly address: RateLimitPolicy;
  /** Of an address that loads the files of pages. */
  readonly pageFiles: RateLimitPolicy;
  /** Of an address that sends wrong ones. */
  readonly wrongCredentials: RateLimitPolicy;
  /** Of an address that begins sign-ins of apps. */
  readonly authorize: RateLimitPolicy;
  /** Of a receiver on loan, from wherever its requests come. */
  readonly receiver: RateLimitPolicy;
}

/** A page of the portal has some thirty files, which browsers keep for a year. */
const FILES_PER_CALL = 10;

export const policiesOf = (
  limits: Readonly<Record<'account' | 'address' | 'wrongCredentials' | 'authorize', RateLimit>>,
): RateLimitPolicies => ({
  default: { name: 'default', ...RATE_LIMIT_DEFAULT },
  account: { name: 'account', ...limits.account },
  address: { name: 'address', ...limits.address },
  pageFiles: { name: 'files', ...limits.address, limit: FILES_PER_CALL * limits.address.limit },
  wrongCredentials: { name: 'wrong-credentials', ...limits.wrongCredentials },
  authorize: { name: 'authorize', ...limits.authorize },
  receiver: { name: 'receiver', limit: 120, windowSeconds: 60 },
});

/** Injection token of the installation's `RateLimitPolicies`. */
export const RATE_LIMIT_POLICIES = Symbol('RATE_LIMIT_POLICIES');
