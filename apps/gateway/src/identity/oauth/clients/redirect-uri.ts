import { text } from '@cds/validation';
import { z } from 'zod';

const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];
const MAX_LENGTH = 2_048;

/**
 * Whether it leads to the machine of the person who signs in (RFC 8252, section 7.3): the app's port may then be any.
 */
export const isLoopback = (uri: string): boolean => URL.parse(uri)?.protocol === 'http:';

/**
 * Whether the host is a domain name or an IPv4 address. Parsers of URLs let others pass (`a;b`), which would end one
 * directive of a Content-Security-Policy and begin another.
 */
export const hasNamedHost = (uri: URL): boolean => z.regexes.hostname.test(uri.hostname);

/** An https address, or an http one on loopback; compared to the letter later, so it must be written as browsers do. */
export const redirectUriSchema: z.ZodString = text(MAX_LENGTH).check(({ value, issues }) => {
  const detail = faultOf(value);
  if (detail !== undefined) issues.push({ code: 'custom', input: value, message: detail, params: { code: 'format' } });
});

/** A wildcard is refused in any part: whoever reads the list would take it for a pattern, and it is none. */
const faultOf = (value: string): string | undefined => {
  const uri = URL.parse(value);
  if (!uri) return 'must be an absolute URI';
  if (value.includes('*')) return 'must not have a wildcard: list each address';
  if (value.includes('#')) return 'must not have a fragment';
  if (uri.username || uri.password || /^[a-z]+:\/\/[^/?#]*@/i.test(value)) return 'must not have user information';
  const isOnLoopback = LOOPBACK_HOSTS.includes(uri.hostname);
  if (uri.protocol === 'http:' && !isOnLoopback)
    return `must be https; http is for loopback alone: ${LOOPBACK_HOSTS.join(', ')}`;
  if (uri.protocol === 'https:' && isOnLoopback) return 'must be http on loopback';
  if (uri.protocol !== 'https:' && uri.protocol !== 'http:') return 'must be https, or http on loopback';
  if (!hasNamedHost(uri) && !uri.hostname.startsWith('['))
    return 'must have a domain name or an IP address as its host';
  if (uri.port === '0') return 'must not have port 0';
  return value === uri.href || value === uri.origin ? undefined : `must be written as ${uri.href}`;
};
