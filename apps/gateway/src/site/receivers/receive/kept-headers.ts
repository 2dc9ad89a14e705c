import type { HeaderList } from './receive.handler.js';

/** Whoever looks at a request needs to know that these came, and nobody needs their values. */
const HIDDEN: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);
/** What proxies before the gateway add: it tells of the installation. */
const PROXY = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;

/** The headers as they came, from Node's list of names and values in turn. */
export const keptHeaders = (raw: readonly string[]): HeaderList => {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (!PROXY.test(name)) headers.push([name, HIDDEN.has(name) ? '(hidden)' : (raw[at + 1] ?? '')]);
  }
  return headers;
};
