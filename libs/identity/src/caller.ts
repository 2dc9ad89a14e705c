import type { Scope } from '@cds/contracts';

/** Who sent a request, as the gateway found it. */
export interface Caller {
  readonly accountId: string;
  readonly accountName: string;
  readonly credentialId: string;
  readonly scopes: readonly Scope[];
}
