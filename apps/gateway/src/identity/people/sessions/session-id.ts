/** Enough of the hash to tell sessions apart; nobody can sign in with it. */
const ID_CHARS = 26;

/** How the audit log and the history of catches name a session. */
export const sessionIdOf = (hash: string): string => `ses_${hash.slice(0, ID_CHARS)}`;
