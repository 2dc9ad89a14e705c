import type { Scope } from '@cds/contracts';
import type { Deprecation } from './deprecation.js';

/** The services behind the gateway. */
export const SERVICES = ['catch', 'species', 'leaderboard', 'webhook'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** For calls that any good credential may make. */
export const ANY_SCOPE = 'any';
export type RouteScope = Scope | typeof ANY_SCOPE;

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Where the keys that verify webhooks stand, beside the versions of the API. */
export const WEBHOOK_KEYS_PATH = '/.well-known/webhook-keys';

/**
 * One call of the public API: which service answers it, and what the gateway asks of the request before it is passed
 * on.
 */
export interface Route {
  readonly method: Method;
  /** As the services see it, with `{…}` for each segment that varies. */
  readonly path: `/v1/${string}` | typeof WEBHOOK_KEYS_PATH;
  /** `gateway`: it answers by itself. */
  readonly service: ServiceName | 'gateway';
  /** Null: anybody may call it, and nobody is asked who they are. */
  readonly scope: RouteScope | null;
  /**
   * Largest body in bytes. 0: the call takes none, and one that is sent is dropped. `streamed`: it is passed on as it
   * comes, however long that takes, and its service sets the limit.
   */
  readonly bodyLimit: number | 'streamed';
  /** Does not count against the caller's rate limit. */
  readonly isFree?: true;
  /** The answer lasts until its reader or one of the services ends it. */
  readonly isStream?: true;
  /** What it makes could outlive a stolen session: a session makes it after a sign-in of late alone. */
  readonly needsFreshSignIn?: true;
  /** Announced with every answer; absent while the call stays. */
  readonly deprecation?: Deprecation;
  /** Longest time from the last byte of the request to the head of the answer. */
  readonly timeoutMs: number;
}
