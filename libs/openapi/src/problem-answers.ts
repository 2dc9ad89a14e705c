import type { ProblemCode } from '@cds/contracts';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { commonHeaders } from './common-headers.js';
import { pascal } from './json-schema.js';
import { problemSchema } from './problem-schema.js';
import type { RouteDocs } from './route-docs.js';

type Codes = readonly ProblemCode[];
type ByStatus = Partial<Record<number, Codes>>;

/**
 * The problems that a route answers, by status: its own, and those that the gateway and the kit answer for every one.
 * They refer to `problemComponents`.
 */
export const problemAnswers = (docs: RouteDocs): Record<string, { readonly $ref: string }> =>
  Object.fromEntries(
    [
      ...Object.entries(allOf(docs)).map(([status, codes = []]) => [status, nameOf(Number(status), codes)]),
      ANY_OTHER,
    ].map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

/** What every route may answer besides, whatever it does. */
const ANY_OTHER = ['default', 'AnyOtherProblem'] as const;
const OTHER_PROBLEMS = [
  ['request.timeout', 408],
  ['request.too_large', 413],
  ['request.unsupported_media_type', 415],
  ['request.headers_too_large', 431],
  ['internal.error', 500],
  ['service.unavailable', 503],
  ['service.timeout', 504],
] as const satisfies readonly (readonly [ProblemCode, number])[];
/** Its headers stand for all of them. */
const OTHER_STATUS = 503;
const OTHER_CODES: Codes = OTHER_PROBLEMS.map(([code]) => code);

/** The statuses that `default` stands for in the description of every route. */
export const OTHER_STATUSES: ReadonlySet<number> = new Set(OTHER_PROBLEMS.map(([, status]) => status));

/** Every answer that `problemAnswers` refers to, by name. */
export const problemComponents = (docs: readonly RouteDocs[]): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    [...codesByName(docs)].map(([name, { status, codes }]) => [name, problemAnswer(status, codes)] as const),
  );

/** Which problems each of the answers stands for, by its name. */
export const problemCodes = (docs: readonly RouteDocs[]): Record<string, Codes> =>
  Object.fromEntries([...codesByName(docs)].map(([name, { codes }]) => [name, codes] as const));

const codesByName = (docs: readonly RouteDocs[]): Map<string, { readonly status: number; readonly codes: Codes }> => {
  const all = docs
    .flatMap((one) => Object.entries(allOf(one)))
    .map(([status, codes = []]) => [nameOf(Number(status), codes), { status: Number(status), codes }] as const);
  const [, name] = ANY_OTHER;
  const named = new Map([...all, [name, { status: OTHER_STATUS, codes: OTHER_CODES }] as const]);
  return new Map([...named].sort(([one], [another]) => (one < another ? -1 : 1)));
};

/** What every route answers, and with which name. */
const USUAL = {
  400: { name: 'BadRequest', codes: ['request.invalid'] },
  401: { name: 'Unauthorized', codes: ['auth.missing', 'auth.invalid'] },
  403: { name: 'Forbidden', codes: ['auth.scope', 'auth.network'] },
  429: {
    name: 'TooManyRequests',
    codes: ['rate_limit.exceeded', 'limit.account', 'limit.in_flight', 'auth.too_many_failures'],
  },
} as const satisfies Readonly<Record<number, { readonly name: string; readonly codes: Codes }>>;

const isUsual = (status: number): status is keyof typeof USUAL => Object.hasOwn(USUAL, status);

const allOf = ({ body, problems = {} }: RouteDocs): ByStatus => {
  const all: ByStatus = {};
  const add = (status: number, codes: Codes): void =>
    void (all[status] = [...new Set([...(all[status] ?? []), ...codes])]);
  for (const [status, { codes }] of Object.entries(USUAL)) add(Number(status), codes);
  if (body) add(400, ['request.malformed_json']);
  for (const [status, codes = []] of Object.entries(problems)) add(Number(status), codes);
  return all;
};

/** `Forbidden`, or after the codes that are special about it: `CatchNotFound`. */
const nameOf = (status: number, codes: Codes): string => {
  const usual: Codes = isUsual(status) ? USUAL[status].codes : [];
  const special = codes.filter((code) => !usual.includes(code));
  if (special.length > 0) return special.map(pascal).join('Or');
  return isUsual(status) ? USUAL[status].name : `Status${status}`;
};

const problemAnswer = (status: number, codes: Codes): ZodOpenApiResponseObject => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  headers: commonHeaders(status, codes),
  content: {
    'application/problem+json': {
      schema: problemSchema,
    },
  },
});
