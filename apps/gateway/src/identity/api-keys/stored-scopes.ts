import { type Scope, SCOPES } from '@cds/contracts';

/** The scopes in a stored list. Texts that are no scopes of this release grant nothing. */
export const storedScopes = (texts: readonly string[]): Scope[] => texts.filter(isScope);

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);
