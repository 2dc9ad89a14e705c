import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '../src/edge/routing/route.js';
import { ROUTES } from '../src/edge/routing/routes.js';
import { PORTAL_SEGMENTS } from '../src/site/portal/portal-segments.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send, sendRaw } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';

const upstreams: Partial<Record<string, TestUpstream>> = {};
let gateway: GatewayHarness;

beforeAll(async () => {
  for (const service of SERVICES) upstreams[service] = await startUpstream();
  gateway = await startGateway({
    upstreams: Object.fromEntries(
      Object.entries(upstreams).map(([service, upstream]) => [service, upstream?.url ?? '']),
    ),
  });
});
afterAll(async () => {
  await gateway.stop();
  for (const upstream of Object.values(upstreams)) await upstream?.stop();
});

const seenAnywhere = (): number =>
  Object.values(upstreams).reduce((count, upstream) => count + (upstream?.seen.length ?? 0), 0);

describe.each(['/v1', '/api/v1'])('under %s', (base) => {
  it.each(
    ROUTES.filter(({ service }) => service !== 'gateway').map(
      (route) => [route.method, route.path, route.service] as const,
    ),
  )('%s %s is answered by %s', async (method, path, service) => {
    const before = seenAnywhere();
    const asked = path.replaceAll(/\{\w+\}/g, 'id_1');
    const answer = await gateway.call(`${asked.replace('/v1', base)}?a=b%20c&a=d`, { method });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ asked: `${method} ${asked}?a=b%20c&a=d` });
    expect(upstreams[service]?.seen.at(-1)?.url).toBe(`${asked}?a=b%20c&a=d`);
    expect(seenAnywhere()).toBe(before + 1);
  });

  it('HEAD is answered where GET is, without a body', async () => {
    const answer = await gateway.call(`${base}/catches`, { method: 'HEAD' });
    expect(answer).toEqual(expect.objectContaining({ status: 200, text: '' }));
    expect(answer.headers['content-length']).toBe('28');
    expect(upstreams['catch']?.seen.at(-1)?.method).toBe('HEAD');
  });

  it('links come back under it', async () => {
    upstreams['catch']?.answerWith((_request, response) =>
      response
        .writeHead(201, {
          location: '/v1/catches/catch_1',
          link:
            '</v1/catches?page=1>; rel="first", </v1/catches?page=2>; rel="next", <https://example.com/v1/x>; ' +
            'rel="help"',
        })
        .end('{}'),
    );
    const { headers } = await gateway.call(`${base}/catches`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    upstreams['catch']?.answerWith();
    expect(headers.location).toBe(`${base}/catches/catch_1`);
    expect(headers['link']).toBe(
      `<${base}/catches?page=1>; rel="first", <${base}/catches?page=2>; rel="next", <https://example.com/v1/x>; ` +
        'rel="help"',
    );
  });

  it('problems name the path that was asked', async () => {
    expect(problemOf(await gateway.call(`${base}/nothing?secret=1`)).instance).toBe(`${base}/nothing`);
  });
});

describe('what no route has', () => {
  it.each([
    '/v1',
    '/v1/',
    '/api',
    '/api/v1',
    '/api/catches',
    '/api/api/v1/catches',
    '/v1/v1/catches',
    '/V1/catches',
    '/v2/catches',
    '/v1/catches/',
    '/v1//catches',
    '//v1/catches',
    '/./v1/catches',
    '/v1/species/../catches',
    '/v1/catches/%2e%2e/species',
    '/v1/catches/..%2fspecies',
    '/v1/catches/a%2Fb',
    '/v1/catches/a%5Cb',
    '/v1/catches/a%00',
    '/v1/catches/%zz',
    '/v1/%63atches',
    '/%76%31/catches',
    '/v1%2fcatches',
    '/v1;x/catches',
    '/v1/catches#x',
    '/v1/constructor',
    '/problems/../v1/catches',
    '/metrics',
    '/nothing',
    '/%zz',
  ])('%s is a problem, and reaches no service', async (path) => {
    const before = seenAnywhere();
    const answer = await gateway.call(path);
    expect([400, 404]).toContain(answer.status);
    expect(['route.not_found', 'request.invalid']).toContain(problemOf(answer).code);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(seenAnywhere()).toBe(before);
  });

  it.each(['/v1/catches\\..\\species', 'http://elsewhere/v2/catches', '*'])('%s is a problem too', async (target) => {
    const before = seenAnywhere();
    const text = await sendRaw(
      gateway.url,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect(text).toContain('application/problem+json');
    expect(seenAnywhere()).toBe(before);
  });

  it('is told to callers without a credential as well', async () => {
    expect(problemOf(await send(gateway.url, '/v1/nothing')).code).toBe('route.not_found');
  });
});

describe('a path that is there, asked by another method', () => {
  it.each([
    ['PUT', '/v1/catches', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/v1/catches', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/v1/verifications/ver_1/approve', 'POST, OPTIONS'],
    ['HEAD', '/v1/verifications/ver_1/approve', 'POST, OPTIONS'],
    ['TRACE', '/v1/species/bluegill', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['PROPFIND', '/v1/catches/catch_1', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
  ])('%s %s is a 405 that names the others', async (method, path, allow) => {
    const answer = await send(gateway.url, path, { method, body: method === 'PUT' ? '{}' : undefined });
    expect(answer.headers.allow).toBe(allow);
    if (method === 'HEAD') expect(answer.status).toBe(405);
    else expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 405, code: 'route.method_not_allowed' }));
  });

  it('tells them on OPTIONS, with what a browser of another origin may do', async () => {
    const answer = await send(gateway.url, '/api/v1/catches', {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'GET' },
    });
    expect(answer).toEqual(expect.objectContaining({ status: 204, text: '' }));
    expect(answer.headers).toEqual(
      expect.objectContaining({
        allow: 'GET, HEAD, POST, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Authorization, If-None-Match, Last-Event-ID, Traceparent, X-Request-Id',
        'x-request-id': expect.any(String),
      }),
    );
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('has no OPTIONS where there is nothing', async () => {
    expect((await send(gateway.url, '/v1/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('a page or an endpoint that is no call of the API, asked by another method', () => {
  it.each([
    ['GET', '/oauth/token', 'POST, OPTIONS'],
    ['DELETE', '/oauth/jwks', 'GET, OPTIONS'],
    ['HEAD', '/oauth/authorize', 'GET, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['PUT', '/signin?next=x', 'GET, HEAD, POST, OPTIONS'],
    ['PATCH', '/problems/any', 'GET, HEAD, OPTIONS'],
    ['POST', '/assets/any.js', 'GET, HEAD, OPTIONS'],
    ['PUT', '/receivers/any', 'POST, OPTIONS'],
    ['GET', '/portal/account', 'DELETE, OPTIONS'],
    ['TRACE', '/docs', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/docs', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 that names the others', async (method, path, allow) => {
    const answer = await send(gateway.url, path, { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(problemOf(answer).code).toBe('route.method_not_allowed');
  });

  it.each([
    ['/oauth/token', 'POST, OPTIONS'],
    ['/oauth/jwks', 'GET, OPTIONS'],
    ['/oauth/device', 'GET, POST, OPTIONS'],
    ['/.well-known/oauth-authorization-server', 'GET, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/receivers/any', 'POST, OPTIONS'],
  ])('%s tells them on OPTIONS, to browsers and others', async (path, allow) => {
    const origin = 'https://example.com';
    const asked: Record<string, string>[] = [{}, { origin }, { origin, 'access-control-request-method': 'GET' }];
    for (const headers of asked) {
      const answer = await send(gateway.url, path, { method: 'OPTIONS', headers });
      expect([answer.status, answer.text, answer.headers.allow]).toEqual([204, '', allow]);
      expect(answer.headers['x-request-id']).toEqual(expect.any(String));
    }
  });

  it.each(['OPTIONS', 'DELETE'])('is a 404 to %s where there is nothing', async (method) => {
    for (const path of ['/nothing', '/oauth/nothing', '/%761/accounts'])
      expect((await send(gateway.url, path, { method })).status).toBe(404);
  });
});

describe('what is not there, opened with a browser', () => {
  const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const open = (path: string, accept = ACCEPT, method = 'GET') =>
    send(gateway.url, path, { method, headers: { accept } });

  it.each([
    ['/nope', 404],
    ['/nope/', 404],
    ['/account/nope', 404],
    ['/assets/nope.js', 404],
    ['/docs/nope', 404],
    ['/oauth/nope', 404],
    ['/account/sessions/end', 405],
    ['/signout', 405],
  ])('%s is a page with status %i that leads home', async (path, status) => {
    const answer = await open(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<h1>Page not found</h1>');
    expect(answer.text).toContain('<a href="/">');
    expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
    expect(answer.headers.allow).toBe(status === 405 ? 'POST, OPTIONS' : undefined);
  });

  it.each(['application/json', '*/*', 'application/json, text/html;q=0.5', 'text/css,*/*;q=0.1'])(
    'is a problem to who asks for %s',
    async (accept) => {
      for (const path of ['/nope', '/signin/', '/assets/nope.js'])
        expect(problemOf(await open(path, accept))).toMatchObject({ status: 404, code: 'route.not_found' });
      expect(problemOf(await open('/account/sessions/end', accept)).code).toBe('route.method_not_allowed');
    },
  );

  it.each([
    '/v1/nope',
    '/api/nope',
    '/oauth/token',
    '/oauth/token/',
    '/.well-known/nope',
    '/portal/nope',
    '/receivers/any',
    '/health/nope',
  ])('%s is a problem all the same: programs alone ask there', async (path) => {
    expect([404, 405]).toContain(problemOf(await open(path)).status);
  });

  it.each([
    ['/signin/', '/signin'],
    ['/signin/?returnTo=%2Faccount', '/signin?returnTo=%2Faccount'],
    ['/password/forgot/', '/password/forgot'],
    ['/problems/', '/problems'],
    ['/oauth/device/', '/oauth/device'],
  ])('%s leads on to %s', async (path, page) => {
    const answer = await open(path);
    expect([answer.status, answer.headers.location]).toEqual([308, page]);
    expect(answer.headers.vary).toBe('Accept, Accept-Encoding');
  });

  it('leads to no other host by a slash at the end', async () => {
    for (const path of ['//example.com/', '/\\example.com/', '//signin/']) {
      const { status, headers } = await open(path);
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
    }
  });
});

describe('a page that changes something', () => {
  it('refuses whoever is not signed in, or has no form of it', async () => {
    const pages = gateway.own.map((route) => route.split(' ') as [method: string, path: string]);
    const changing = pages.filter(([method, path]) => CHANGES.has(method) && !path.startsWith('/v1/'));
    expect(changing.length).toBeGreaterThan(25);
    const answers: string[] = [];
    for (const [method, path] of changing) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const asked = path.replaceAll(/:\w+/g, 'any');
      const { status } = await send(gateway.url, asked, { method, ...(method === 'POST' && { headers, body: 'a=b' }) });
      if (![400, 401, 403].includes(status)) answers.push(`${method} ${path} ${status}`);
    }
    // The form of a device is shown anew. A token that is none is revoked already (RFC 7009), but not by a stranger.
    // A receiver's address is its credential.
    expect(answers.sort()).toEqual(['POST /oauth/device 303', 'POST /receivers/:token 404']);
  });
});

describe('a page that is read', () => {
  it('is shown to strangers when it is one of these, and to nobody else', async () => {
    const paths = gateway.own.filter((route) => route.startsWith('GET ')).map((route) => route.slice('GET '.length));
    const ofPortal = (path: string) => PORTAL_SEGMENTS.some((segment) => path.split('/')[1] === segment);
    const open = new Set<string>();
    for (const path of paths.filter((one) => !one.startsWith('/v1/') && !ofPortal(one))) {
      const asked = path.replaceAll(/:\w+|\*/g, 'any');
      const { status } = await send(gateway.url, asked, { headers: { accept: 'text/html' } });
      expect(status).toBeLessThan(500);
      if (status < 300) open.add(path.replace(/-[\d.]+\.js$/, '.js'));
    }
    expect([...open].sort()).toEqual(OPEN_PAGES);
  });
});

const CHANGES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Without the portal's: they hold no data, which comes from the API, and that asks for the session. */
const OPEN_PAGES = [
  '/',
  '/.well-known/oauth-authorization-server',
  '/.well-known/security.txt',
  '/asyncapi.json',
  '/docs',
  '/docs/',
  '/docs/js/scalar.js',
  '/docs/openapi.json',
  '/favicon.ico',
  '/llms.txt',
  '/oauth/device',
  '/oauth/jwks',
  '/openapi.json',
  '/passkeys/:file',
  '/password/forgot',
  '/portal/home',
  '/portal/session',
  '/problems',
  '/robots.txt',
  '/schemas',
  '/signin',
  '/signup',
];
