/** Of answers that depend on who asks: a cache of the client's may keep them, and must ask before it uses them. */
export const PRIVATE = 'private, no-cache';

/** Of answers about credentials and accounts. */
export const NO_STORE = 'no-store';

/** What the answer to a call depends on, where it takes a credential and where it takes none. */
export const VARY_BY_CALLER = 'Authorization, Cookie, Accept-Encoding';
export const VARY_BY_CODING = 'Accept-Encoding';
