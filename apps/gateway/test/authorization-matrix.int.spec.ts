import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityVerifier } from '@cds/identity';
import { TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import { type Scope, SCOPES } from '@cds/contracts';
import { ANY_SCOPE, SERVICES } from '../src/edge/routing/route.js';
import { ROUTES } from '../src/edge/routing/routes.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { problemOf, send } from './http.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';
import { accessToken, pathOf, WRONG_CREDENTIALS, type WrongCredential, wrongCredentials } from './wrong-credentials.js';

const CHALLENGE = 'Bearer realm="catch-data-service"';

let upstream: TestUpstream;
let gateway: GatewayHarness;
let wrong: Record<WrongCredential, string>;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreams: Object.fromEntries(SERVICES.map((service) => [service, upstream.url])) });
  wrong = await wrongCredentials(gateway);
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const GUARDED = ROUTES.filter(({ scope }) => scope !== null).map((route) => [route.method, pathOf(route)] as const);
const SCOPED = ROUTES.flatMap((route) =>
  route.scope && route.scope !== ANY_SCOPE ? [{ ...route, scope: route.scope, asked: pathOf(route) }] : [],
);
const PASSED_ON = SCOPED.filter(({ service }) => service !== 'gateway');

/** Good credentials of both kinds, with these scopes alone. */
const CREDENTIALS: readonly (readonly [string, (scopes: readonly Scope[]) => Promise<string>])[] = [
  ['a key', async (scopes) => (await gateway.storeKey({ scopes })).key],
  ['an access token', (scopes) => accessToken(gateway, { scope: scopes.join(' ') })],
];

describe.each(GUARDED)('%s %s', (method, path) => {
  const call = (authorization?: string) =>
    send(gateway.url, path, { method, headers: { ...(authorization && { authorization }) } });

  it.each([
    ['no credential', undefined],
    ['a scheme other than Bearer', 'Basic Y2RzOmxpdmU='],
  ] as const)('asks for one when there is %s', async (_kind, authorization) => {
    const before = upstream.seen.length;
    const answer = await call(authorization);
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 401, code: 'auth.missing', instance: path }));
    expect(answer.headers['www-authenticate']).toBe(CHALLENGE);
    expect(upstream.seen).toHaveLength(before);
  });

  it.each(WRONG_CREDENTIALS)('refuses %s', async (kind) => {
    const before = upstream.seen.length;
    const answer = await call(`Bearer ${wrong[kind]}`);
    expect(problemOf(answer)).toEqual(expect.objectContaining({ status: 401, code: 'auth.invalid', instance: path }));
    expect(answer.headers['www-authenticate']).toBe(`${CHALLENGE}, error="invalid_token"`);
    expect(upstream.seen).toHaveLength(before);
  });

  it('refuses a good key from another network', async () => {
    const { key, id } = await gateway.storeKey();
    await gateway.pool.query("UPDATE api_keys SET allowed_cidrs = '{203.0.113.0/24}' WHERE id = $1", [id]);
    const before = upstream.seen.length;
    expect(problemOf(await call(`Bearer ${key}`))).toEqual(
      expect.objectContaining({ status: 403, code: 'auth.network' }),
    );
    expect(upstream.seen).toHaveLength(before);
  });
});

/**
 * A target that the gateway's table of routes does not know, though some routers would take it for one that it does.
 */
const DISGUISES: readonly (readonly [string, (path: string) => string])[] = [
  ['an encoded letter of the base', (path) => path.replace('/v1', '/%761')],
  ['an encoded digit of the base', (path) => path.replace('/v1', '/v%31')],
  ['an encoded letter', (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ['an encoded slash', (path) => path.replace('/v1/', '/v1%2F')],
  ['capitals', (path) => path.replace('/v1', '/V1')],
  ['two slashes', (path) => `/${path}`],
  ['a step back', (path) => `/health/..${path}`],
  ['a fragment', (path) => `${path}#`],
  ['a semicolon', (path) => `${path};`],
];

describe.each(GUARDED)('%s %s without a credential', (method, path) => {
  it.each(DISGUISES)('is not found behind %s', async (_how, disguised) => {
    const before = upstream.seen.length;
    const { status } = await send(gateway.url, disguised(path), { method });
    expect([401, 404, 405]).toContain(status);
    expect(upstream.seen).toHaveLength(before);
  });

  it.each(['http://any.example', 'HTTPS://any.example:8443'])('asks for one behind %s', async (origin) => {
    expect(problemOf(await send(gateway.url, `${origin}${path}`, { method }))).toEqual(
      expect.objectContaining({ status: 401, code: 'auth.missing' }),
    );
  });
});

describe.each(SCOPED)('$method $path', ({ method, asked, scope }) => {
  it.each(CREDENTIALS)('refuses %s that has every scope but its own, admin included', async (_kind, credentialWith) => {
    const credential = await credentialWith(SCOPES.filter((one) => one !== scope));
    const before = upstream.seen.length;
    const answer = await send(gateway.url, asked, { method, headers: { authorization: `Bearer ${credential}` } });
    const problem = problemOf(answer);
    expect(problem).toEqual(expect.objectContaining({ status: 403, code: 'auth.scope' }));
    expect(problem.detail).toContain(scope);
    expect(answer.headers['www-authenticate']).toBe(`${CHALLENGE}, error="insufficient_scope", scope="${scope}"`);
    expect(upstream.seen).toHaveLength(before);
  });
});

describe.each(PASSED_ON)('$method $path', ({ method, asked, scope, service }) => {
  it.each(CREDENTIALS)('passes %s that has its scope alone, and says who calls', async (_kind, credentialWith) => {
    const credential = await credentialWith([scope]);
    const me = JSON.parse(
      (await send(gateway.url, '/v1/me', { headers: { authorization: `Bearer ${credential}` } })).text,
    ) as Record<'account' | 'credential', { id: string; name: string }>;
    const answer = await send(gateway.url, asked, { method, headers: { authorization: `Bearer ${credential}` } });
    expect(answer.status).toBe(200);
    const seen = upstream.seen.at(-1);
    expect(seen).toEqual(expect.objectContaining({ method, url: asked }));
    const verify = identityVerifier([TEST_IDENTITY_SECRET], service);
    const [identity, requestId, proof] = ['x-cds-identity', 'x-request-id', 'x-cds-call'].map((name) =>
      String(seen?.headers[name]),
    ) as [string, string, string];
    const other = method === 'GET' ? 'POST' : 'GET';
    expect(() => verify(identity, { requestId, proof, method: other, target: asked })).toThrow('valid identity');
    expect(verify(identity, { requestId, proof, method, target: asked })).toEqual({
      accountId: me.account.id,
      accountName: me.account.name,
      credentialId: me.credential.id,
      scopes: [scope],
    });
    expect(seen?.headers).not.toHaveProperty('authorization');
  });
});

describe('the table of routes', () => {
  it('names who may call each, and lets strangers see pictures and the keys of webhooks alone', () => {
    expect(ROUTES.filter(({ scope }) => scope === null).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/photos/{digest}/{file}',
      'GET /v1/species/{id}/pictures/{digest}/{file}',
      'GET /.well-known/webhook-keys',
    ]);
    expect(ROUTES.filter(({ scope }) => scope === ANY_SCOPE).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/me',
      'GET /v1/rate_limit',
    ]);
    for (const { scope } of SCOPED) expect(SCOPES).toContain(scope);
  });
});
