import { anonymous, type Authenticator, bearer } from './authenticator.js';
import type { ClientOptions } from './options.js';
import type { Settings } from './transport.js';

const MAX_RETRIES = 2;

export const settingsOf = (options: ClientOptions, authenticator = authenticatorOf(options)): Settings => {
  const { headers = {} } = options;
  return {
    ...options,
    baseUrl: baseUrlOf(options),
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: () => (typeof headers === 'function' ? headers() : headers),
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    authenticator,
  };
};

const authenticatorOf = ({ apiKey, token }: ClientOptions): Authenticator => {
  if (apiKey !== undefined && token !== undefined) throw new TypeError('apiKey or token, not both.');
  const credential = apiKey ?? token;
  return credential === undefined ? anonymous : bearer(credential);
};

const baseUrlOf = ({ baseUrl }: ClientOptions): string => {
  const { location } = globalThis as { location?: { origin?: string } };
  const base = baseUrl ?? location?.origin;
  if (!base) throw new TypeError('baseUrl is needed: the origin of the service, such as https://api.example.com.');
  return base.replace(/\/+$/, '');
};
