import { describe, expect, it } from '@jest/globals';
import { ANY_SCOPE } from './route.js';
import { RouteMatcher } from './route-matcher.js';
import { ROUTES } from './routes.js';

const matcher = new RouteMatcher(ROUTES);
const routeOf = (method: string, path: string): string | undefined => {
  const route = matcher.match(path)?.routeFor(method);
  return route && `${route.method} ${route.path}`;
};

describe('a path in the table', () => {
  it.each(ROUTES.map((route) => [route.method, route.path] as const))('%s %s is found', (method, path) => {
    expect(routeOf(method, path.replaceAll(/\{\w+\}/g, 'catch_01h455vb4pex5vsknk084sn02q'))).toBe(`${method} ${path}`);
  });

  it('is found for HEAD where it takes GET, and only there', () => {
    expect(routeOf('HEAD', '/v1/catches')).toBe('GET /v1/catches');
    expect(routeOf('HEAD', '/v1/verifications/ver_1/approve')).toBeUndefined();
  });

  it('tells the methods that it takes', () => {
    expect(matcher.match('/v1/catches')?.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect(matcher.match('/v1/catches/catch_1')?.allow).toBe('GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
    expect(matcher.match('/v1/verifications/ver_1/approve')?.allow).toBe('POST, OPTIONS');
  });

  it.each(['PUT', 'get', 'TRACE', '__proto__', 'constructor'])('has no route for %s', (method) => {
    expect(matcher.match('/v1/catches')?.routeFor(method)).toBeUndefined();
  });

  it.each(['largemouth-bass', 'a%20b', "it's", 'a:b@c', '...', '.hidden', '%c3%a9'])('may have %s as an id', (id) => {
    expect(routeOf('GET', `/v1/species/${id}`)).toBe('GET /v1/species/{id}');
  });
});

describe('a path that only looks like one in the table', () => {
  it.each([
    '',
    '/',
    '/v1',
    '/v1/',
    'v1/catches',
    '/V1/catches',
    '/v1/Catches',
    '/v1/catches/',
    '//v1/catches',
    '/v1//catches',
    '/v1/catches//verifications',
    '/v1/catches/catch_1/',
    '/v1/catches/.',
    '/v1/catches/..',
    '/v1/catches/%2e%2e',
    '/v1/catches/.%2E',
    '/v1/./catches',
    '/v1/species/../catches',
    '/v1/catches/a%2fverifications',
    '/v1/catches/a%2Fb',
    '/v1/catches/a%5cb',
    '/v1/catches/a\\b',
    '/v1/catches/a%00',
    '/v1/catches/a%zz',
    '/v1/catches/a%2',
    '/v1/catches/a b',
    '/v1/catches/a#b',
    '/v1/catches/a;b/c',
    '/v1/catches/é',
    '/v1/c%61tches',
    '/%76%31/catches',
    '/v1/catches/a/verifications/b',
    `/v1/catches/${'a'.repeat(501)}`,
    '/v1/constructor',
    '/v1/__proto__',
    '/v1/catches/a/constructor',
  ])('%j is not found', (path) => {
    expect(matcher.match(path)).toBeUndefined();
  });
});

describe('a table', () => {
  it('is refused when it has a call twice', () => {
    expect(() => new RouteMatcher([...ROUTES, ...ROUTES.slice(0, 1)])).toThrow('twice');
  });

  it('asks for a scope of the kind of its method', () => {
    // Who may import may follow it, and who may read may have it as a file; admin is one scope for both.
    const usual = ROUTES.filter(
      ({ path, scope }) => scope !== null && scope !== ANY_SCOPE && scope !== 'admin' && !/(import|export)/.test(path),
    );
    for (const { method, path, scope } of usual)
      expect(`${path} ${scope}`).toMatch(method === 'GET' ? /:read$/ : /:write$/);
  });
});
