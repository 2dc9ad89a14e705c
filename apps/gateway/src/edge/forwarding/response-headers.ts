import type { IncomingHttpHeaders } from 'node:http';
import { type Coding, codedTag, codingOf, isJson, listedTag, MIN_CODED_BYTES } from '../../http/content-coding.js';
import { FIXED_HEADERS } from '../../http/fixed-headers.js';
import { type FlatHeaders, withCommonHeaders } from '../request/answer-headers.js';
import type { ProxiedRequest } from '../request/proxied-request.js';
import { HOP_BY_HOP, namedByConnection } from './hop-by-hop.js';

/** The head of a service's answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** How the gateway compresses it. */
  readonly coding: Coding | undefined;
}

/**
 * The headers of a service's answer as the caller gets them: without those of the connection, links under the caller's
 * prefix.
 */
export const responseHeaders = ({ status, headers, coding }: AnswerHead, request: ProxiedRequest): FlatHeaders => {
  const named = namedByConnection(headers.connection);
  const passed: FlatHeaders = [];
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || ENDS_HERE.has(name) || named.has(name)) continue;
    if (coding && name === 'content-length') continue;
    if (name === 'etag') passed.push(name, tagOf(String(value), status, coding, request));
    else if (typeof value === 'string') passed.push(name, linked(name, value, request.target.prefix));
    else for (const one of value) passed.push(name, linked(name, one, request.target.prefix));
  }
  if (coding) passed.push('content-encoding', coding);
  return withCommonHeaders(passed, request);
};

const tagOf = (tag: string, status: number, coding: Coding | undefined, { codedTags }: ProxiedRequest): string => {
  if (coding) return codedTag(tag, coding);
  return status === 304 && codedTags !== undefined ? listedTag(tag, codedTags) : tag;
};

/** How an answer is compressed: JSON of some length that is sent whole, for who takes it. */
export const codingOfAnswer = (
  status: number,
  headers: IncomingHttpHeaders,
  { incoming }: ProxiedRequest,
): Coding | undefined => {
  if (status === 204 || status === 206 || status === 304 || !isJson(headers['content-type'])) return undefined;
  const { 'content-length': length, 'content-encoding': done, 'content-range': range } = headers;
  if (done !== undefined || range !== undefined || Number(length ?? MIN_CODED_BYTES) < MIN_CODED_BYTES)
    return undefined;
  return codingOf(incoming.headers['accept-encoding']);
};

const ENDS_HERE: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  ...Object.keys(FIXED_HEADERS),
  'vary', // The gateway knows what its answers depend on.
  'server',
  'x-powered-by',
  'x-request-id',
]);

/** A `Location` or `Link` under the prefix that the caller used; other headers as they are. */
export const linked = (name: string, value: string, prefix: string): string => {
  if (!prefix) return value;
  if (name === 'location') return value.startsWith('/v1/') ? prefix + value : value;
  return name === 'link' ? value.replaceAll('</v1/', `<${prefix}/v1/`) : value;
};
