import { isIP } from 'node:net';
import type { Violation } from '@cds/errors';
import { type AddressPolicy, kindOfAddress } from './addresses.js';

/** What is wrong with an endpoint's URL: its form (`invalid`), or where it leads (`rejected`). */
export interface UrlViolations {
  readonly invalid: readonly Violation[];
  readonly rejected: readonly Violation[];
}

/** Of a body that names no URL. */
export const NO_URL_VIOLATIONS: UrlViolations = { invalid: [], rejected: [] };

const LABEL = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST_NAME = new RegExp(`^(?=.{1,254}$)${LABEL}(\\.${LABEL})*\\.?$`);
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)/i;
// The URL parser drops these or reads them as something else; in a URL they are always a mistake.
const STRAY = /[\s\\\p{Cc}]/u;

/**
 * Finds all that keeps a URL from being an endpoint's. Literal addresses are recognised in every spelling that a URL
 * parser knows (decimal, octal, hexadecimal, shortened, full-width). Names are not resolved here: where they lead can
 * change, so it is checked on each connection.
 */
export const urlViolations = (text: string, policy: AddressPolicy): UrlViolations => {
  const [, scheme = '', authority = ''] = ABSOLUTE.exec(text) ?? [];
  if (!scheme || STRAY.test(text)) return invalid('must be an absolute URL, such as https://example.com/hooks');
  if (!isKnownScheme(scheme)) return invalid('must begin with https://');
  if (!URL.canParse(text) || !hasSoundHost(new URL(text))) return invalid('has a malformed host or port');
  const url = new URL(text);
  const details = [
    ...(mayUseScheme(url, policy)
      ? []
      : [
          policy.allowLoopback
            ? 'must begin with https:// unless it leads to this machine'
            : 'must begin with https://',
        ]),
    ...(authority.includes('@') ? ['must not carry user information'] : []),
    ...(text.includes('#') ? ['must not have a fragment'] : []),
    ...(url.port === '0' ? ['must not have port 0'] : []),
  ];
  return { invalid: details.map(malformed), rejected: isForbidden(url, policy) ? [FORBIDDEN] : [] };
};

const malformed = (detail: string): Violation => ({ pointer: '/url', code: 'format', detail });
const invalid = (detail: string): UrlViolations => ({ invalid: [malformed(detail)], rejected: [] });

const FORBIDDEN: Violation = {
  pointer: '/url',
  code: 'webhook.address_forbidden',
  detail: 'must not lead to a private, loopback, link-local, metadata or reserved address',
};

const isKnownScheme = (scheme: string): boolean => ['http', 'https'].includes(scheme.toLowerCase());

/** The host without the brackets of an IPv6 literal. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const hasSoundHost = (url: URL): boolean => isIP(hostOf(url)) !== 0 || HOST_NAME.test(url.hostname);

const isLocalhost = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

/** Whether a name may turn out to be this machine's, or the literal is. */
const mayBeLoopback = (host: string): boolean => isIP(host) === 0 || kindOfAddress(host) === 'loopback';

const mayUseScheme = (url: URL, policy: AddressPolicy): boolean =>
  url.protocol === 'https:' || (policy.allowLoopback && mayBeLoopback(hostOf(url)));

const isForbidden = (url: URL, policy: AddressPolicy): boolean => {
  const host = hostOf(url);
  if (isIP(host) === 0) return isLocalhost(host) && !policy.allowLoopback;
  const kind = kindOfAddress(host);
  return kind === 'forbidden' || (kind === 'loopback' && !policy.allowLoopback);
};
