import { WEBHOOK_KEYS_PATH } from './route.js';

/** A request target under the API, taken apart without changing a byte of it. */
export interface ApiPath {
  /** What the caller put before `/v1`: nothing, or `/api`. */
  readonly prefix: '' | '/api';
  /** As the services see it: `/v1/catches/catch_…`. */
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly query: string;
}

const PREFIX = '/api';

/**
 * A target with scheme and host, which every server must take (RFC 9112, section 3.2.2), without them; any other as it
 * is.
 */
export const originForm = (target: string): string => {
  const rest = ABSOLUTE.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Whether a request target belongs to the API, whether or not a route has it. */
export const isApiTarget = (target: string): boolean =>
  BASES.some((base) => target.startsWith(base) && ENDS.includes(target.charAt(base.length)));

export const parseApiPath = (target: string): ApiPath => {
  const prefix = target.startsWith(`${PREFIX}/`) ? PREFIX : '';
  const question = target.indexOf('?');
  const end = question === -1 ? target.length : question;
  return { prefix, path: target.slice(prefix.length, end), query: target.slice(end) };
};

const ABSOLUTE = /^https?:\/\/[^/?#]*(.*)$/is;
const BASES = ['/v1', PREFIX, WEBHOOK_KEYS_PATH];
const ENDS = ['', '/', '?'];
