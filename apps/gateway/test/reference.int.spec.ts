import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANY_SCOPE } from '../src/edge/routing/route.js';
import { ROUTES } from '../src/edge/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { send } from './http.harness.js';

let gateway: GatewayHarness;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.stop());

describe('the document of the API', () => {
  it('has every route, with the scope that it needs', async () => {
    const { status, headers, text } = await send(gateway.url, '/openapi.json');
    expect({ status, type: headers['content-type'], cors: headers['access-control-allow-origin'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      cors: '*',
    });
    const { openapi, paths } = JSON.parse(text) as {
      openapi: string;
      paths: Record<string, Record<string, { security: unknown }>>;
    };
    expect(openapi).toMatch(/^3\.1\./);
    for (const { method, path, scope } of ROUTES)
      expect(paths[path]?.[method.toLowerCase()]?.security).toEqual(
        scope === null ? [] : [{ bearer: scope === ANY_SCOPE ? [] : [scope] }],
      );
  });
});

describe('the document of the reference', () => {
  it('has a sample in the SDK and in curl for each operation, and an example of each problem', async () => {
    const shown = JSON.parse((await send(gateway.url, '/docs/openapi.json')).text) as {
      paths: Record<string, Record<string, { 'x-codeSamples'?: { label: string }[] }>>;
      components: { responses: Record<string, object>; examples: Record<string, object> };
    };
    for (const operation of Object.values(shown.paths).flatMap((methods) => Object.values(methods)))
      expect(operation['x-codeSamples']?.map(({ label }) => label)).toContain('curl');
    expect(JSON.stringify(shown.components.responses['Unauthorized'])).toContain('#/components/examples/auth.missing');
    expect(shown.components.examples).toHaveProperty(['auth.missing']);
  });

  it('shows what each operation answers to a wrong request, with the address of the installation', async () => {
    const { paths } = JSON.parse((await send(gateway.url, '/docs/openapi.json')).text) as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, object> }> }>>;
    };
    expect(paths['/v1/catches']?.['post']?.responses['400']?.content?.['application/problem+json']).toMatchObject({
      examples: {
        'request.invalid': {
          value: {
            type: 'https://api.example.com/problems/request.invalid',
            instance: '/api/v1/catches',
            errors: [{ pointer: '/species' }, { pointer: '/weight_lbs' }],
          },
        },
      },
    });
  });
});

describe('the document of topics and webhooks', () => {
  it('is there for everybody', async () => {
    const { status, headers, text } = await send(gateway.url, '/asyncapi.json');
    expect({
      status,
      type: headers['content-type'],
      cache: headers['cache-control'],
      cors: headers['access-control-allow-origin'],
    }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      cache: 'public, max-age=300',
      cors: '*',
    });
    expect(JSON.parse(text)).toMatchObject({ asyncapi: '3.1.0', channels: { 'catch.events': {}, webhooks: {} } });
  });
});

describe.each(['/openapi.json', '/asyncapi.json'])('%s', (path) => {
  it('is not sent again to who has it', async () => {
    const { headers } = await send(gateway.url, path);
    expect(await send(gateway.url, path, { headers: { 'if-none-match': String(headers['etag']) } })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  it('tells a HEAD as much as a GET', async () => {
    const { etag } = (await send(gateway.url, path)).headers;
    expect(await send(gateway.url, path, { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
      headers: { etag },
    });
  });
});

describe('the reference', () => {
  it('is a page that loads the document, and nothing from elsewhere', async () => {
    const { status, headers, text } = await send(gateway.url, '/docs/');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch('text/html');
    expect(headers['content-security-policy']).toMatch("connect-src 'self'");
    expect(text).toContain('/openapi.json');
    expect(text).not.toMatch(/(src|href)="https?:/);
  });

  it('has no address with a NUL', async () => {
    const { status, text } = await send(gateway.url, '/docs/?%00');
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ code: 'request.invalid' })]);
  });

  it('is found without the slash too', async () => {
    const [long, short] = [await send(gateway.url, '/docs/'), await send(gateway.url, '/docs')];
    expect([short.status, short.text]).toEqual([200, long.text]);
    for (const name of ['content-type', 'content-security-policy', 'x-content-type-options', 'x-request-id'])
      expect(short.headers[name]).toEqual(name === 'x-request-id' ? expect.any(String) : long.headers[name]);
  });
});

describe('the document of the reference', () => {
  const read = async (path: string) => JSON.parse((await send(gateway.url, path)).text) as object;

  it('points to nothing that it has not', async () => {
    const document = await read('/docs/openapi.json');
    const partAt = (ref: string): unknown =>
      ref
        .slice('#/'.length)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    expect(refs.length).toBeGreaterThan(0);
    expect(refs.filter((ref) => partAt(ref) === undefined)).toEqual([]);
  });

  it.each(['/openapi.json', '/docs/openapi.json'])('names nobody to write to: %s', async (path) => {
    expect(await read(path)).not.toHaveProperty('info.contact');
  });
});

describe('the schemas of published events', () => {
  it('are listed, and each is what its file says', async () => {
    const { data } = JSON.parse((await send(gateway.url, '/schemas')).text) as {
      data: { type: string; url: string }[];
    };
    expect(data).toContainEqual({ type: 'CatchLoggedV1', url: '/schemas/CatchLoggedV1.json' });
    for (const { type, url } of data) {
      const { status, headers, text } = await send(gateway.url, url);
      expect([status, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8']);
      expect(JSON.parse(text)).toMatchObject({ $id: `urn:cds:event:${type}`, title: type });
    }
  });

  it.each(['/schemas/CatchLoggedV1', '/schemas/constructor.json', '/schemas/CatchLoggedV9.json'])(
    'are a 404 at %s',
    async (path) => expect((await send(gateway.url, path)).status).toBe(404),
  );
});

describe('what programs look for', () => {
  it.each(['/robots.txt', '/llms.txt'])('is at %s', async (path) => {
    const { status, headers, text } = await send(gateway.url, path);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/\/openapi\.json|^User-agent: \*/m);
  });
});
