import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';

type Json = Record<string, unknown>;

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Json[];
  responses?: Record<string, Json>;
}

const FILE = join(import.meta.dirname, '..', '..', 'gateway', 'data', 'openapi.json');
const TEXT = readFileSync(FILE, 'utf8');
const DOCUMENT = JSON.parse(TEXT) as {
  info: { description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'parameters' | 'responses', Record<string, Json>>;
};
const { schemas, parameters } = DOCUMENT.components;
const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((path) => Object.values(path));

/** An answer that several operations share stands among the components. */
const resolved = (answer: Json): Json => {
  const name =
    String(answer['$ref'] ?? '')
      .split('/')
      .at(-1) ?? '';
  return DOCUMENT.components.responses[name] ?? answer;
};

const fieldsOf = (schema: Json): [string, Json][] =>
  Object.entries((schema['properties'] ?? {}) as Record<string, Json>);

/** A reference is explained where it leads to, also where it may be null. */
const isExplained = (part: Json): boolean =>
  '$ref' in part ||
  typeof part['description'] === 'string' ||
  (Array.isArray(part['oneOf']) && part['oneOf'].some((one: Json) => '$ref' in one));

/** Whether it may be null, also by what it refers to. */
const isNullable = ({ type, enum: values, $ref, ...rest }: Json): boolean =>
  [type].flat().includes('null') ||
  (Array.isArray(values) && values.includes(null)) ||
  ($ref !== undefined && isNullable(schemas[String($ref).split('/').at(-1) ?? ''] ?? {})) ||
  ['anyOf', 'oneOf'].some((key) => ((rest[key] ?? []) as Json[]).some(isNullable));

/** Objects and enumerations of several values that stand inside a component, where they have no name. */
const unnamed = (value: unknown, where: string, isRoot = false): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => unnamed(one, where));
  if (typeof value !== 'object' || value === null) return [];
  const { properties, enum: values, ...rest } = value as Json;
  const isPart = properties !== undefined || (Array.isArray(values) && values.length > 1);
  return [
    ...(isPart && !isRoot ? [where] : []),
    ...Object.entries((properties ?? {}) as Json).flatMap(([name, one]) => unnamed(one, `${where}.${name}`)),
    ...['items', 'allOf', 'anyOf', 'oneOf', 'additionalProperties'].flatMap((key) => unnamed(rest[key], where)),
  ];
};

/** The parameter `units` where it has an effect. */
const CONVERTING = '#/components/parameters/ListCatchesUnits';

/** A part of the document with all that it refers to. */
const wholeText = (part: Json): string => {
  const texts = new Map<string, string>();
  const add = (text: string): void => {
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(schemas|responses)\/([^"/]+)"/g)) {
      const key = `${kind}/${name}`;
      if (texts.has(key)) continue;
      const found = JSON.stringify(DOCUMENT.components[kind as 'schemas' | 'responses'][name] ?? {});
      texts.set(key, found);
      add(found);
    }
  };
  const own = JSON.stringify(part);
  add(own);
  return [own, ...texts.values()].join('\n');
};

describe('the document of the API', () => {
  it('is below 400 kB', () => {
    expect(Buffer.byteLength(JSON.stringify(DOCUMENT))).toBeLessThan(400_000);
  });

  it.each([
    ['reviewing what was already decided', 'post', '/v1/verifications/{id}/revoke', '409', '`verification.decided`'],
    ['a client of a key that is bound', 'post', '/v1/oauth-clients', '403', '`api_key.wider`'],
    ['a NUL in what an app asks for', 'get', '/oauth/authorize', '400', 'application/problem+json'],
    ['the media type of keys', 'get', '/oauth/jwks', '200', 'application/jwk-set+json'],
    ['how a client authenticates', 'post', '/oauth/token', '401', '"WWW-Authenticate"'],
    ['how a client authenticates', 'post', '/oauth/revoke', '401', '"WWW-Authenticate"'],
    ['how a client authenticates', 'post', '/oauth/introspect', '401', '"WWW-Authenticate"'],
    ['how a client authenticates', 'post', '/oauth/device_authorization', '401', '"WWW-Authenticate"'],
    ['where a browser is sent', 'get', '/oauth/authorize', '303', '"Location"'],
    ['the name of a file', 'get', '/v1/exports/{id}/download', '200', '"Content-Disposition"'],
    ['the name of a file', 'get', '/v1/exports/{id}/download', '206', '"Content-Disposition"'],
    ['the size of a file', 'get', '/v1/exports/{id}/download', '416', '"Content-Range"'],
    ['how a picture is shown', 'get', '/v1/photos/{digest}/{file}', '200', '"Content-Disposition"'],
    ['how a picture is shown', 'get', '/v1/species/{id}/pictures/{digest}/{file}', '200', '"Content-Disposition"'],
    ['a service that takes too long', 'get', '/v1/catches', 'default', '`service.timeout`'],
  ])('tells of %s', (_what, method, path, status, told) => {
    const answers = DOCUMENT.paths[path]?.[method]?.responses ?? {};
    expect(JSON.stringify(resolved(answers[status] ?? {}))).toContain(told);
  });

  it.each(['404 `route.not_found`', '405 `route.method_not_allowed`', '`Allow`', 'could not be read: 431'])(
    'says at its beginning what is outside of all operations: %s',
    (told) => {
      expect(DOCUMENT.info.description.replaceAll(/\s+/g, ' ')).toContain(told);
    },
  );

  it('says that `units` converts only where a response has metric fields', () => {
    // What events contain is described for each type, not for the response.
    const converting = Object.entries(DOCUMENT.paths).filter(
      ([path, { get }]) => !path.startsWith('/v1/events') && JSON.stringify(get?.parameters ?? []).includes(CONVERTING),
    );
    const without = converting.filter(([, { get }]) => !/_(kg|m|cm)"/.test(wholeText(get?.responses?.['200'] ?? {})));
    expect([converting.length > 0, without.map(([path]) => path)]).toEqual([true, []]);
  });

  it('explains every heading, operation and parameter', () => {
    expect(DOCUMENT.tags.filter(({ description }) => !description)).toEqual([]);
    expect(OPERATIONS.filter(({ summary, description }) => !summary || !description)).toEqual([]);
    const all = [...OPERATIONS.flatMap((one) => one.parameters ?? []), ...Object.values(parameters)];
    expect(all.filter((one) => !isExplained(one))).toEqual([]);
  });

  it('explains every component, and every field of it', () => {
    expect(Object.keys(schemas).filter((name) => !isExplained(schemas[name] ?? {}))).toEqual([]);
    const fields = Object.entries(schemas).flatMap(([name, schema]) =>
      fieldsOf(schema).flatMap(([field, one]) => (isExplained(one) ? [] : [`${name}.${field}`])),
    );
    expect(fields).toEqual([]);
  });

  it('says of no field that it may be null where it may not', () => {
    const wrong = Object.entries(schemas).flatMap(([name, schema]) =>
      fieldsOf(schema).flatMap(([field, one]) =>
        /\bnull (if|when|while)/i.test(String(one['description'])) && !isNullable(one) ? [`${name}.${field}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('says what the address and the filter of a webhook endpoint are', () => {
    const fieldOf = (name: string, field: string) => fieldsOf(schemas[name] ?? {}).find(([one]) => one === field)?.[1];
    const endpoints = ['WebhookEndpoint', 'NewWebhookEndpoint', 'WebhookEndpointPatch', 'WebhookEndpointWithSecret'];
    for (const name of [...endpoints, 'EventWebhookEndpointDisabled'])
      expect(fieldOf(name, 'url')).toMatchObject({ description: 'The URL of the endpoint.' });
    expect(fieldOf('NewWebhookEndpoint', 'filter')).toMatchObject({ description: 'Which events to send.' });
    expect(fieldOf('PhotoFile', 'url')).toMatchObject({ description: 'The URL of the file.' });
  });

  it('has a name for every object and enumeration, and none that ends in a digit', () => {
    expect(Object.entries(schemas).flatMap(([name, schema]) => unnamed(schema, name, true))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('has nothing that Redocly warns of', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: TEXT, absoluteRef: FILE, config });
    expect(
      found.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`),
    ).toEqual([]);
  });

  it('has the endpoints of OAuth', () => {
    const ids = Object.entries(DOCUMENT.paths)
      .filter(([path]) => path.includes('oauth') && !path.startsWith('/v1/'))
      .flatMap(([path, methods]) => Object.values(methods).map(({ operationId }) => `${path} ${operationId}`));
    expect(ids.sort()).toEqual([
      '/.well-known/oauth-authorization-server getAuthorizationServer',
      '/oauth/authorize authorize',
      '/oauth/device_authorization authorizeDevice',
      '/oauth/introspect introspectToken',
      '/oauth/jwks listOAuthKeys',
      '/oauth/revoke revokeToken',
      '/oauth/token issueToken',
    ]);
  });
});
