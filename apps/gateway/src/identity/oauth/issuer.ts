/**
 * Injection token of the OAuth server's issuer identifier: the public origin, which is also the audience of its access
 * tokens.
 */
export const ISSUER = Symbol('ISSUER');
