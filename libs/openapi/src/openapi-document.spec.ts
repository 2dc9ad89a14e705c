import { z } from 'zod';
import { answerChecker } from './answer-check.js';
import { IDEMPOTENT } from './idempotent.js';
import { listOf } from './list-of.js';
import { type GatewayRoute, openApiDocument } from './openapi-document.js';
import { problemCodes } from './problem-answers.js';
import type { RouteDocs } from './route-docs.js';

const lure = z.strictObject({ id: z.string(), weight_lbs: z.number().gt(0).max(5) }).meta({ id: 'Lure' });
const EXAMPLE = { id: 'lure_1', weight_lbs: 0.2 };
/** An example that stands twice is a component. */
const SHARED = { examples: { default: { $ref: '#/components/examples/copyLure' } } };

const list: RouteDocs = {
  method: 'GET',
  path: '/v1/lures',
  tag: 'Lures',
  operationId: 'listLures',
  summary: 'List lures',
  query: z.strictObject({
    color: z.enum(['red', 'green']).optional(),
    hooks: z
      .string()
      .transform(Number)
      .meta({ jsonSchema: { type: 'integer', minimum: 1 }, description: 'How many.' })
      .default(2),
    sort: z
      .string()
      .transform((key) => [{ key, descending: false }])
      .meta({ jsonSchema: { type: 'string', description: 'In which order.' } })
      .default([{ key: 'id', descending: true }]),
  }),
  answers: { 200: { description: 'A page.', schema: listOf(lure, 'LureList'), headers: { Link: 'Pages.' } } },
};
const create: RouteDocs = {
  method: 'POST',
  path: '/v1/lures/{id}/copies',
  tag: 'Lures',
  operationId: 'copyLure',
  summary: 'Copy a lure',
  parameters: { id: 'Of the lure.' },
  body: { schema: lure, example: EXAMPLE },
  answers: { 201: { description: 'The copy.', schema: lure, example: EXAMPLE } },
  problems: { 404: ['catch.not_found'] },
};
const ROUTES: GatewayRoute[] = [
  { method: 'GET', path: '/v1/lures', scope: null },
  { method: 'POST', path: '/v1/lures/{id}/copies', scope: 'catches:write' },
];
const COMMON = ['RateLimit-Policy', 'RateLimit'];
const INFO = {
  title: 'Lures',
  version: '1.0.0',
  description: 'All of them.',
  servers: [{ url: '/api', description: 'here' }],
};

interface Response {
  content?: object;
  headers?: object;
  $ref?: string;
}

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: object[];
        security: object[];
        responses: Record<string, Response>;
        requestBody: object;
      }
    >
  >;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, Response>;
    examples: Record<string, object>;
    parameters: Record<string, object>;
    headers: Record<string, object>;
  };
}
const document = (docs: readonly RouteDocs[] = [list, create]) => openApiDocument(INFO, ROUTES, docs) as Document;

describe('the document', () => {
  it('has each route with its parameters, body and answers', () => {
    const { openapi, paths, components } = document();
    expect(openapi).toBe('3.1.1');
    expect(paths['/v1/lures']?.['get']?.parameters).toEqual([
      { in: 'query', name: 'color', schema: { $ref: '#/components/schemas/ListLuresColor' } },
      {
        in: 'query',
        name: 'hooks',
        description: 'How many.',
        schema: { type: 'integer', minimum: 1, default: 2 },
      },
      { in: 'query', name: 'sort', description: 'In which order. Default: `-id`.', schema: { type: 'string' } },
      {
        in: 'query',
        name: 'units',
        description: 'Accepted by every read. It has no effect on this response.',
        schema: { $ref: '#/components/schemas/ListLuresUnits' },
      },
      {
        in: 'header',
        name: 'If-None-Match',
        description: expect.any(String) as string,
        schema: expect.any(Object) as object,
      },
    ]);
    expect(paths['/v1/lures/{id}/copies']?.['post']).toMatchObject({
      parameters: [{ in: 'path', name: 'id', required: true, description: 'Of the lure.' }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Lure' }, ...SHARED } },
      },
      responses: {
        201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Lure' }, ...SHARED } } },
      },
    });
    expect(components.schemas['Lure']).toMatchObject({
      properties: { weight_lbs: { type: 'number', exclusiveMinimum: 0, maximum: 5 } },
      required: ['id', 'weight_lbs'],
    });
  });

  it('tells who may call it', () => {
    const { paths } = document();
    expect(paths['/v1/lures']?.['get']?.security).toEqual([]);
    expect(paths['/v1/lures/{id}/copies']?.['post']?.security).toEqual([{ bearer: ['catches:write'] }]);
  });

  it('has every problem of a route, those of all routes included', () => {
    const made = document();
    const { responses = {} } = made.paths['/v1/lures/{id}/copies']?.['post'] ?? {};
    expect(Object.keys(document().paths['/v1/lures']?.['get']?.responses ?? {})).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '429',
      'default',
    ]);
    expect(Object.keys(responses)).toEqual(['201', '400', '401', '403', '404', '429', 'default']);
    expect(responses['404']).toEqual({ $ref: '#/components/responses/CatchNotFound' });
    expect(made.components.responses['CatchNotFound']?.content).toMatchObject({
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
      },
    });
    expect(problemCodes([list, create])['CatchNotFound']).toEqual(['catch.not_found']);
    expect(made.components.responses['Unauthorized']?.headers).toHaveProperty('WWW-Authenticate');
    expect(problemCodes([list, create])['AnyOtherProblem']).toEqual(
      expect.arrayContaining(['request.timeout', 'service.timeout']),
    );
  });

  it('tells of a header where it is sent', () => {
    const lure = {
      ...create,
      headers: { ...IDEMPOTENT.headers, 'If-Match': 'A tag.' },
      problems: IDEMPOTENT.problems,
      answers: { ...create.answers, 200: { description: 'Was there.' } },
    };
    const headersOf = (path: string, method: string, docs: RouteDocs[]) => {
      const { paths, components } = document(docs);
      return Object.fromEntries(
        Object.entries(paths[path]?.[method]?.responses ?? {}).map(([status, { headers, $ref = '' }]) => [
          status,
          Object.keys(headers ?? components.responses[$ref.split('/').at(-1) ?? '']?.headers ?? {}).filter(
            (name) => !COMMON.includes(name),
          ),
        ]),
      );
    };
    expect(headersOf('/v1/lures/{id}/copies', 'post', [list, lure])).toMatchObject({
      200: ['ETag', 'Idempotency-Replayed'],
      201: ['Idempotency-Replayed'],
      401: ['WWW-Authenticate'],
      403: ['WWW-Authenticate'],
      409: ['Retry-After'],
      422: [],
      429: ['Retry-After'],
    });
    expect(
      headersOf('/v1/lures/{id}/copies', 'post', [list, { ...create, problems: { 409: ['resource.conflict'] } }]),
    ).toMatchObject({ 201: [], 409: [] });
    expect(headersOf('/v1/lures', 'get', [list, create])).toMatchObject({
      200: ['ETag', 'Link'],
      304: ['ETag', 'Link'],
    });
  });

  it('says with each answer of a file that parts of it can be asked for, and of a wrong part how large it is', () => {
    const file = { description: 'A file.', contentTypes: ['text/csv'] };
    const download = { ...list, headers: { Range: 'A part.' }, answers: { 200: file, 206: file } };
    const { paths, components } = document([
      { ...download, problems: { 416: ['request.range_not_satisfiable'] } },
      create,
    ]);
    const { responses = {} } = paths['/v1/lures']?.['get'] ?? {};
    const answers = [
      responses['200'],
      responses['206'],
      responses['304'],
      components.responses['RequestRangeNotSatisfiable'],
    ];
    expect(answers.map((answer) => Object.keys(answer?.headers ?? {}))).toEqual([
      ['ETag', 'Accept-Ranges'],
      ['ETag', 'Accept-Ranges'],
      ['ETag', 'Accept-Ranges'],
      ['Accept-Ranges', 'Content-Range'],
    ]);
  });

  it('explains a parameter by what its schema says', () => {
    const query = z.strictObject({
      length: z
        .string()
        .transform(Number)
        .meta({ jsonSchema: { type: 'number', description: 'Inches.' } })
        .optional(),
    });
    expect(document([{ ...list, query }, create]).paths['/v1/lures']?.['get']?.parameters).toContainEqual({
      in: 'query',
      name: 'length',
      description: 'Inches.',
      schema: { type: 'number' },
    });
  });

  it('is refused when a route is not described, a description has no route, or an example does not fit', () => {
    expect(() => document([list])).toThrow('not described: POST /v1/lures/{id}/copies');
    expect(() => document([list, create, { ...list, path: '/v1/boats' }])).toThrow(
      'described, but no route: GET /v1/boats',
    );
    expect(() => document([list, { ...create, body: { schema: lure, example: { id: 'x' } } }])).toThrow(
      'example of POST /v1/lures/{id}/copies body does not fit',
    );
  });

  it('names each call in camel case, and no two the same', () => {
    expect(document().paths['/v1/lures']?.['get']).toMatchObject({ operationId: 'listLures' });
    for (const operationId of ['listLures', 'copy_lure', 'CopyLure', ''])
      expect(() => document([list, { ...create, operationId }])).toThrow(
        `not camelCase, or used twice: ${operationId}`,
      );
  });
});

describe('an answer', () => {
  const check = answerChecker([list, create]);
  const answer = (status: number, body: unknown) => check({ method: 'POST', path: '/v1/lures/7/copies', status, body });

  it('is as described', () => {
    expect(answer(201, EXAMPLE)).toBeNull();
  });

  it('is not, with another status, a missing field or one more', () => {
    expect(answer(200, EXAMPLE)).toMatch('answers 200, which is not described');
    expect(answer(201, { id: 'x' })).toMatch('not as described');
    expect(answer(201, { ...EXAMPLE, color: 'red' })).toMatch('color');
    expect(answer(404, {})).toMatch('not as described');
  });

  it('of a route that is not described is nobody’s business here', () => {
    expect(check({ method: 'GET', path: '/health', status: 200, body: null })).toBeNull();
  });
});
