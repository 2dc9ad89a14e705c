import { type Scope, SCOPE_WORDS } from '@cds/contracts';
import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { finishedDocument, type SentWebhooks } from './finished-document.js';
import { notModifiedComponents, operationOf } from './operation.js';
import { problemComponents } from './problem-answers.js';
import type { HttpMethod, RouteDocs } from './route-docs.js';
import type { DocumentWords } from './words.js';

/** What the gateway knows of a route. */
export interface GatewayRoute {
  readonly method: HttpMethod;
  readonly path: string;
  /** Null: needs no credential; `any`: whichever scopes it has. */
  readonly scope: Scope | 'any' | null;
  /** Present: the call goes away. */
  readonly deprecation?: object;
}

/** Parts of bodies and answers that have a name of their own in the document. */
export type Parts = Readonly<Record<string, z.ZodType>>;

export interface DocumentParts {
  readonly parts?: Parts;
  readonly sent?: SentWebhooks;
  readonly words?: DocumentWords;
}

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly externalDocs?: { readonly url: string; readonly description: string };
  /** Origins, with their meanings. */
  readonly servers: readonly { readonly url: string; readonly description: string }[];
}

/**
 * The OpenAPI 3.1 document of the routes that the gateway passes on. Throws when a route is not described, or a
 * description has no route, an operation id is not camelCase or not unique, or an example does not fit its schema:
 * none of that can be forgotten.
 */
export const openApiDocument = (
  info: DocumentInfo,
  routes: readonly GatewayRoute[],
  docs: readonly RouteDocs[],
  { parts = {}, sent, words }: DocumentParts = {},
): object => {
  const described = new Map(docs.map((one) => [`${one.method} ${one.path}`, one]));
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const missing = [...known].filter((name) => !described.has(name));
  const astray = [...described.keys()].filter((name) => !known.has(name));
  if (missing.length + astray.length > 0)
    throw new Error(
      `not described: ${missing.join(', ') || 'none'}; described, but no route: ${astray.join(', ') || 'none'}`,
    );
  checkOperationIds(docs);
  checkExamples(docs);
  const { title, version, description, externalDocs, servers } = info;
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title,
        version,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      ...(externalDocs && { externalDocs }),
      servers: [...servers],
      // What there is; each operation says for itself what it takes.
      security: [{ bearer: [] }, { oauth2: [] }],
      tags: tagsOf(docs, sent, words),
      paths: pathsOf(routes, described),
      components: {
        schemas: { ...parts, ...alternativesOf(docs) },
        securitySchemes: { bearer: BEARER, oauth2: OAUTH2 },
        responses: { ...notModifiedComponents(), ...problemComponents(docs) },
      },
    },
    {
      override: ({ jsonSchema, zodSchema }) => {
        showWhatItIsReadAs(jsonSchema);
        showDefault(jsonSchema, zodSchema);
      },
    },
  );
  return finishedDocument(document, { parts: Object.keys(parts), docs, sent, words });
};

const tagsOf = (docs: readonly RouteDocs[], sent: SentWebhooks | undefined, words: DocumentWords | undefined) =>
  [...new Set([...docs.map(({ tag }) => tag), ...(sent ? ['Webhook messages'] : [])])].map((name) => ({
    name,
    ...(words?.tags[name] !== undefined && { description: words.tags[name] }),
  }));

/** Schemas of answers that a parameter asks for. */
const alternativesOf = (docs: readonly RouteDocs[]): Record<string, z.ZodType> =>
  Object.assign({}, ...docs.flatMap(({ answers }) => Object.values(answers).map(({ alternatives }) => alternatives)));

const checkOperationIds = (docs: readonly RouteDocs[]): void => {
  const ids = docs.map(({ operationId }) => operationId);
  const wrong = ids.filter((id, at) => !/^[a-z][A-Za-z0-9]*$/.test(id) || ids.indexOf(id) < at);
  if (wrong.length > 0) throw new Error(`not camelCase, or used twice: ${wrong.join(', ')}`);
};

const checkExamples = (docs: readonly RouteDocs[]): void => {
  for (const { method, path, body, answers } of docs) {
    for (const [where, { schema, example }] of [['body', body ?? {}] as const, ...Object.entries(answers)]) {
      const result = example === undefined ? undefined : schema?.safeParse(example);
      if (result?.success === false)
        throw new Error(`the example of ${method} ${path} ${where} does not fit: ${z.prettifyError(result.error)}`);
    }
  }
};

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key or an access token: `Authorization: Bearer cds_live_…`.',
} as const;

const GRANT = { tokenUrl: '/oauth/token', refreshUrl: '/oauth/token', scopes: SCOPE_WORDS };

const OAUTH2 = {
  type: 'oauth2',
  description:
    'Apps obtain access tokens with the authorization code grant and PKCE, client credentials, or the device ' +
    'flow. See `/.well-known/oauth-authorization-server`.',
  flows: { authorizationCode: { authorizationUrl: '/oauth/authorize', ...GRANT }, clientCredentials: GRANT },
} as const;

const pathsOf = (routes: readonly GatewayRoute[], described: ReadonlyMap<string, RouteDocs>): ZodOpenApiPathsObject => {
  const paths: ZodOpenApiPathsObject = {};
  for (const { method, path, scope, deprecation } of routes) {
    const docs = described.get(`${method} ${path}`);
    if (!docs) continue;
    const security = securityOf(scope);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { ...operationOf(docs), security, ...(deprecation && { deprecated: true }) },
    };
  }
  return paths;
};

/**
 * Access tokens are sent as keys are, so that `bearer` says it all: clients that are generated for `oauth2` beside it
 * send the token without the word Bearer.
 */
const securityOf = (scope: GatewayRoute['scope']): Record<string, string[]>[] => {
  if (scope === null) return [];
  return [{ bearer: scope === 'any' ? [] : [scope] }];
};

/** A query parameter is text that is read as something: what its schema's meta says under `jsonSchema` is shown. */
const showWhatItIsReadAs = (shown: object): void => {
  const { jsonSchema, description } = shown as { jsonSchema?: object; description?: string };
  if (jsonSchema === undefined) return;
  for (const key of Object.keys(shown)) Reflect.deleteProperty(shown, key);
  Object.assign(shown, jsonSchema, description !== undefined && { description });
};

/**
 * What holds where the parameter is left out. Of an order it is said in words: clients would send it with each call.
 */
const showDefault = (shown: { description?: string }, schema: z.core.$ZodType): void => {
  const value: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') Object.assign(shown, { default: value });
  if (isSort(value)) shown.description = `${shown.description ?? ''} Default: \`${textOf(value)}\`.`.trim();
};

type Sort = readonly { readonly key: string; readonly descending: boolean }[];

const isSort = (value: unknown): value is Sort =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one: unknown) => typeof one === 'object' && one !== null && 'descending' in one);

const textOf = (sort: Sort): string => sort.map(({ key, descending }) => (descending ? `-${key}` : key)).join(',');
