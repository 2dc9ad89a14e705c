import type { Violation } from '@cds/errors';
import { z } from 'zod';

/** Headers that an account adds to its requests, by lower-case name. */
export type OwnHeaders = Readonly<Record<string, string>>;

const MAX_HEADERS = 20;
const MAX_BYTES = 4_096;

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;

/** What the service sets itself, what describes the body, and what speaks of one connection (RFC 9110, 7.6.1). */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const RESERVED_PREFIXES = ['webhook-', 'proxy-'];

const isReserved = (name: string): boolean =>
  RESERVED.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));

const DESCRIPTION =
  `Headers to send with each request: at most ${MAX_HEADERS}, and ${MAX_BYTES} bytes in total. Headers that the ` +
  'service sets itself are refused. Attempts show the values masked.';

export const ownHeadersSchema = z.record(z.string(), z.string()).meta({ description: DESCRIPTION });

/** A merge patch of the headers: null removes one. */
export const ownHeadersPatch = z.record(z.string(), z.string().nullable()).meta({ description: DESCRIPTION });
export type OwnHeadersPatch = z.infer<typeof ownHeadersPatch>;

/** The headers after a merge patch (RFC 7396), by lower-case name. */
export const mergeHeaders = (now: OwnHeaders, patch: OwnHeadersPatch | null): OwnHeaders => {
  const lower = Object.entries(patch ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const merged = { ...(patch !== null && now), ...Object.fromEntries(lower) };
  return Object.fromEntries(Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null));
};

/** What is wrong with the headers that a body names and with those that an endpoint would have then. */
export const headerViolations = (given: OwnHeadersPatch, merged: OwnHeaders): Violation[] => [
  ...Object.entries(given).flatMap(([name, value]) => violationsOf(name, value, given)),
  ...boundViolations(merged),
];

const violationsOf = (name: string, value: string | null, given: OwnHeadersPatch): Violation[] => {
  const refuse = (code: string, detail: string): Violation[] => [{ pointer: pointerTo(name), code, detail }];
  if (!NAME.test(name)) return refuse('format', 'has a name that no header can have');
  if (isReserved(name.toLowerCase())) return refuse('reserved', 'is a header that cannot be set here');
  if (isRepeated(name, given)) return refuse('repeated', 'names a header that stands there in another case too');
  if (value !== null && !VALUE.test(value))
    return refuse('format', 'must be visible ASCII, with blanks only between other characters');
  return [];
};

const pointerTo = (name: string): string => `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const isRepeated = (name: string, given: OwnHeadersPatch): boolean =>
  Object.keys(given).some((other) => other !== name && other.toLowerCase() === name.toLowerCase());

const boundViolations = (headers: OwnHeaders): Violation[] => {
  const entries = Object.entries(headers);
  const bytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  return [
    ...(entries.length > MAX_HEADERS ? [tooBig(`must not be over ${MAX_HEADERS} headers`)] : []),
    ...(bytes > MAX_BYTES ? [tooBig(`must not be over ${MAX_BYTES} bytes of names and values in all`)] : []),
  ];
};

const tooBig = (detail: string): Violation => ({ pointer: '/headers', code: 'too_big', detail });

const MASK = '********';

/** The same names, with values that tell nothing. */
export const maskedHeaders = (headers: OwnHeaders): OwnHeaders =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
