import type { ClientOptions, HeaderValues } from './options.js';

/** Where the credentials of requests come from. */
export interface Authenticator {
  headers(signal?: AbortSignal): HeaderValues | Promise<HeaderValues>;
  /** Asked after a 401: whether there are other credentials now, so that another try makes sense. */
  renew(signal?: AbortSignal): Promise<boolean>;
}

export const anonymous: Authenticator = { headers: () => ({}), renew: () => Promise.resolve(false) };

/** A key or a token. A function is asked before each try, and may have a newer token after a 401. */
export const bearer = (token: NonNullable<ClientOptions['token']>): Authenticator => ({
  headers: async () => ({ authorization: `Bearer ${typeof token === 'function' ? await token() : token}` }),
  renew: () => Promise.resolve(typeof token === 'function'),
});
