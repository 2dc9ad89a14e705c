import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { ACCEPT_RANGES, commonHeaders, documentedHeaders, ENTITY_TAG } from './common-headers.js';
import { problemAnswers } from './problem-answers.js';
import type { AnswerDocs, BodyDocs, RouteDocs } from './route-docs.js';

const JSON_BODY = ['application/json'];

/** A route as OpenAPI says it; who may call it is the gateway's to say. */
export const operationOf = (docs: RouteDocs): ZodOpenApiOperationObject => {
  const { operationId, tag, summary, description, body, answers } = docs;
  const path = pathSchema(docs);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    requestParams: { ...(path && { path }), ...queryParameters(docs), ...headerParameters(docs) },
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          answerOf(Number(status), { ...answer, headers: { ...usualHeaders(docs, status), ...answer.headers } }),
        ]),
      ),
      ...(isTagged(docs) && { 304: unchanged(docs) }),
      ...problemAnswers(docs),
    },
  };
};

const TAG = { ETag: 'The `ETag` of this response, for `If-None-Match`.' };

/** What every answer of such a route has. */
const usualHeaders = (docs: RouteDocs, status: string): AnswerDocs['headers'] => ({
  ...(isTagged(docs) && TAG),
  ...(hasRanges(docs) && ACCEPT_RANGES),
  ...(docs.headers?.['If-Match'] !== undefined && status === '200' && ENTITY_TAG),
  ...(docs.headers?.['Idempotency-Key'] !== undefined && {
    'Idempotency-Replayed':
      '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.',
  }),
});

const LINK = { Link: 'Links to other pages (RFC 8288).' };

/** Whether parts of its answer can be asked for. */
const hasRanges = ({ headers }: RouteDocs): boolean => headers?.['Range'] !== undefined;

const hasLinks = (answer: AnswerDocs | undefined): boolean => answer?.headers?.['Link'] !== undefined;

const notModified = (headers: AnswerDocs['headers'] = {}): ZodOpenApiResponseObject =>
  answerOf(304, { description: 'The `ETag` in `If-None-Match` is still current.', headers: { ...TAG, ...headers } });

/** What is answered to who has it. */
const unchanged = (docs: RouteDocs): ZodOpenApiResponseObject | { $ref: string } => {
  if (hasRanges(docs)) return notModified(ACCEPT_RANGES);
  return { $ref: `#/components/responses/${hasLinks(docs.answers[200]) ? 'NotModifiedList' : 'NotModified'}` };
};

/** A list's links do not wait for a body. */
export const notModifiedComponents = (): Record<string, ZodOpenApiResponseObject> => ({
  NotModified: notModified(),
  NotModifiedList: notModified(LINK),
});

/** Every read answers with a tag, and takes one. */
const isTagged = ({ method, answers }: RouteDocs): boolean => method === 'GET' && answers[200] !== undefined;

const headerParameters = (docs: RouteDocs): { header?: z.ZodObject } => {
  const headers = {
    ...docs.headers,
    ...(isTagged(docs) && {
      'If-None-Match':
        'An `ETag` of this URL. While it is current, the response is 304 without a body, which does not count ' +
        'against the quota.',
    }),
  };
  return Object.keys(headers).length > 0 ? { header: meanings(headers, (one) => one.optional()) } : {};
};

/** Every read of JSON takes `units`; those that it has an effect on say more of it. */
const queryParameters = ({ method, path, query, answers }: RouteDocs): { query?: z.ZodObject } => {
  const isReadOfJson = method === 'GET' && path.startsWith('/v1/') && answers[200]?.schema !== undefined;
  if (!isReadOfJson || query?.shape['units'] !== undefined) return query ? { query } : {};
  return {
    query: z.object({
      ...query?.shape,
      units: z.enum(['imperial', 'metric']).optional().meta({ description: NO_EFFECT }),
    }),
  };
};

const NO_EFFECT = 'Accepted by every read. It has no effect on this response.';

const meanings = (named: Readonly<Record<string, string>>, of: (one: z.ZodString) => z.ZodType): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(named).map(([name, description]) => [name, of(z.string()).meta({ description })]),
    ),
  );

const pathSchema = ({ path, parameters = {} }: RouteDocs): z.ZodObject | undefined => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  return meanings(Object.fromEntries(names.map((name) => [name, parameters[name] ?? 'The id.'])), (one) => one);
};

const requestBody = ({
  schema,
  contentTypes = JSON_BODY,
  description,
  example,
}: BodyDocs): ZodOpenApiRequestBodyObject => ({
  required: true,
  ...(description !== undefined && { description }),
  content: contentOf(contentTypes, schema, example),
});

/** Generators of clients know a file by its format alone. */
const FILE = { type: 'string', format: 'binary' } as const;

/** What has no schema is a file, or a stream of text. */
const contentOf = (types: readonly string[], schema: z.ZodType | undefined, example: unknown) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      {
        schema: schema ?? (type === 'text/event-stream' ? { type: 'string' as const } : FILE),
        ...(example !== undefined && { example }),
      },
    ]),
  );

const answerOf = (
  status: number,
  { description, schema, contentTypes = JSON_BODY, example, headers }: AnswerDocs,
): ZodOpenApiResponseObject => ({
  description,
  headers: { ...commonHeaders(status), ...documentedHeaders(headers) },
  ...((schema ?? contentTypes !== JSON_BODY) && { content: contentOf(contentTypes, schema, example) }),
});
