import { PROBLEMS, type ProblemCode } from '@cds/contracts';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { commonHeaders } from './common-headers.js';
import { problemSchema } from './problem-schema.js';
import type { RouteDocs } from './route-docs.js';

type ByStatus = Partial<Record<number, readonly ProblemCode[]>>;

/**
 * The problems that a route answers, by status: its own, and those that the gateway and the kit answer for every one.
 */
export const problemAnswers = (docs: RouteDocs): ZodOpenApiResponsesObject => {
  const all = merged(usual(docs), docs.problems ?? {});
  return Object.fromEntries(
    Object.entries(all).map(([status, codes = []]) => [status, problemAnswer(Number(status), codes, docs)]),
  );
};

const usual = ({ body }: RouteDocs): ByStatus => ({
  400: ['request.invalid', ...(body ? (['request.malformed_json'] as const) : [])],
  401: ['auth.missing', 'auth.invalid'],
  403: ['auth.scope', 'auth.network'],
  ...(body && { 413: ['request.too_large'], 415: ['request.unsupported_media_type'] }),
  429: ['rate_limit.exceeded', 'limit.account', 'limit.in_flight', 'auth.too_many_failures'],
  431: ['request.headers_too_large'],
  500: ['internal.error'],
  503: ['service.unavailable'],
});

const merged = (one: ByStatus, other: ByStatus): ByStatus => {
  const all: ByStatus = { ...one };
  for (const [status, codes = []] of Object.entries(other))
    all[Number(status)] = [...new Set([...(all[Number(status)] ?? []), ...codes])];
  return all;
};

const problemAnswer = (
  status: number,
  codes: readonly ProblemCode[],
  { path }: RouteDocs,
): ZodOpenApiResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
  headers: commonHeaders(status, codes),
  content: {
    'application/problem+json': {
      schema: problemSchema,
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, status, path) }])),
    },
  },
});

const exampleOf = (code: ProblemCode, status: number, path: string) => ({
  type: `https://api.example/problems/${code}`,
  title: PROBLEMS[code].title,
  status,
  detail: PROBLEMS[code].explanation,
  instance: `/api${path}`,
  code,
  request_id: '6e0c3bb8-3f0a-4c43-9f0a-5b1f0d6f6a51',
  ...((status === 400 || status === 422) && {
    errors: [{ pointer: '/weight_lbs', code, detail: PROBLEMS[code].title }],
  }),
});
