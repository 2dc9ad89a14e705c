import { type Scope, SCOPES } from '@cds/contracts';

/** Given by an admin alone. */
const GIVEN: readonly Scope[] = ['admin', 'verifications:write', 'species:write'];

/** What a person of an ordinary account may do. */
export const ORDINARY_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !GIVEN.includes(scope));

/** The scopes among stored texts that are still known. */
export const knownScopes = (stored: readonly string[]): Scope[] => SCOPES.filter((scope) => stored.includes(scope));
