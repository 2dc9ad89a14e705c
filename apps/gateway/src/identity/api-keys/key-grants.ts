import type { Scope } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import { scopesMissing } from '../principals/credentials.errors.js';
import type { RateLimit } from '../principals/principal.js';
import { isHigher, RATE_LIMIT_DEFAULT } from './rate-limit.js';

/** Fails with `auth.scope` unless the caller has all of these scopes: nobody hands on what they lack. */
export const checkHasScopes = (caller: Caller, scopes: readonly Scope[]): void => {
  const missing = [...new Set(scopes)].filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0) throw scopesMissing(missing);
};

/**
 * Fails with `auth.scope` for a rate above the default, and above the one that the key has, without the scope `admin`.
 */
export const checkMayLimit = (caller: Caller, wanted: RateLimit | null, current: RateLimit | null): void => {
  if (wanted && isHigher(wanted, RATE_LIMIT_DEFAULT) && isHigher(wanted, current ?? RATE_LIMIT_DEFAULT))
    checkHasScopes(caller, ['admin']);
};

/** Whether the caller may look after this account's keys. */
export const mayManage = (caller: Caller, accountId: string): boolean =>
  accountId === caller.accountId || caller.scopes.includes('admin');
