import { PROBLEMS, type ProblemCode } from '@cds/contracts';
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
  ['request.too_large', 413],
  ['request.unsupported_media_type', 415],
  ['request.headers_too_large', 431],
  ['internal.error', 500],
  ['service.unavailable', 503],
] as const satisfies readonly (readonly [ProblemCode, number])[];
const OTHER_CODES: Codes = OTHER_PROBLEMS.map(([code]) => code);

/** The statuses that `default` stands for in the description of every route. */
export const OTHER_STATUSES: ReadonlySet<number> = new Set(OTHER_PROBLEMS.map(([, status]) => status));

/** Every answer that `problemAnswers` refers to, by name, and an example of each problem, by its code. */
export const problemComponents = (docs: readonly RouteDocs[]) => {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  const examples: Record<string, { value: object }> = {};
  for (const [status, codes = []] of docs.flatMap((one) => Object.entries(allOf(one)))) {
    responses[nameOf(Number(status), codes)] = problemAnswer(Number(status), codes);
    for (const code of codes) examples[code] = { value: exampleOf(code, Number(status)) };
  }
  responses['AnyOtherProblem'] = problemAnswer(503, OTHER_CODES);
  for (const [code, status] of OTHER_PROBLEMS) examples[code] = { value: exampleOf(code, status) };
  return { responses: sorted(responses), examples: sorted(examples) };
};

const sorted = <T>(named: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)));

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
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

const exampleOf = (code: ProblemCode, status: number) => ({
  type: `https://api.example.com/problems/${code}`,
  title: PROBLEMS[code].title,
  status,
  detail: PROBLEMS[code].explanation,
  instance: '/api/v1/catches',
  code,
  request_id: '6e0c3bb8-3f0a-4c43-9f0a-5b1f0d6f6a51',
});
