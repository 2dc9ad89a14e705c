import { type Scope, SCOPES } from '@cds/contracts';
import type { RateLimit } from '../../principals/principal.js';

/** An account that every installation begins with. */
export interface BootstrapAccount {
  readonly handle: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Address of the person who signs in for it with a browser. Nobody gets mail there: the domain is reserved. */
  readonly person?: string;
}

export const BOOTSTRAP_ACCOUNTS: readonly BootstrapAccount[] = [
  { handle: 'admin', name: 'admin', scopes: SCOPES, person: 'admin@example.com' },
  { handle: 'reviewer', name: 'reviewer', scopes: ['verifications:read', 'verifications:write', 'catches:read'] },
];

/** The name of the keys that the bootstrap makes, and revokes when it makes new ones. */
export const BOOTSTRAP_KEY_NAME = 'bootstrap';

/** What these keys may ask for: far above the default, as whoever tries the product tries how much it bears. */
export const BOOTSTRAP_RATE: RateLimit = { limit: 1_000_000, windowSeconds: 60 };
