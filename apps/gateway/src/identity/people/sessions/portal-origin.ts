import type { IncomingHttpHeaders } from 'node:http';

/** Injection token of the origin under which browsers reach the portal. */
export const PORTAL_ORIGIN = Symbol('PORTAL_ORIGIN');

/**
 * Whether a browser says that a page of our own sent the request. `Sec-Fetch-Site` says so where it is sent, which is
 * everywhere but in old browsers and over plain HTTP between machines: there `Origin` must, or `Referer` for the reads
 * that have no `Origin`. An `Origin` that is another than ours refuses in any case.
 */
export const isFromOurPage = (headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const { 'sec-fetch-site': site, origin, referer } = headers;
  if (origin !== undefined && !isOurs(origin, headers, publicUrl)) return false;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined || (referer !== undefined && isOurs(referer, headers, publicUrl));
};

/** The host that the browser asked is ours as well: people open the portal of their own machine under several names. */
const isOurs = (address: string, { host }: IncomingHttpHeaders, publicUrl: string): boolean => {
  const url = URL.parse(address);
  const ours = new URL(publicUrl);
  return url !== null && (url.origin === ours.origin || (url.protocol === ours.protocol && url.host === host));
};
