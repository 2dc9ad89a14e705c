import { type Scope, SCOPES } from '@cds/contracts';

/** An account that every installation begins with. */
export interface BootstrapAccount {
  readonly handle: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export const BOOTSTRAP_ACCOUNTS: readonly BootstrapAccount[] = [
  { handle: 'admin', name: 'admin', scopes: SCOPES },
  { handle: 'reviewer', name: 'reviewer', scopes: ['verifications:read', 'verifications:write', 'catches:read'] },
];

/** The name of the keys that the bootstrap makes, and revokes when it makes new ones. */
export const BOOTSTRAP_KEY_NAME = 'bootstrap';
