import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Scope, SCOPES } from '@cds/contracts';
import { eventually } from '@cds/testing';
import { SERVICES } from '../src/edge/routing/route.js';
import { ROUTES } from '../src/edge/routing/routes.js';
import { ORDINARY_SCOPES } from '../src/identity/people/scopes-of-people.js';
import { CredentialEnds } from '../src/edge/pipeline/credential-ends.js';
import { problemOf, send } from './http.harness.js';
import { openPortal, type PortalPage, tokenOf } from './portal-session.harness.js';
import { type PeopleHarness, startPeople } from './sign-ins.harness.js';
import { startUpstream, type TestUpstream } from './upstream.harness.js';
import { pathOf } from './wrong-credentials.js';

const OUR_ORIGIN = 'https://api.example.com';
const MINUTE_MS = 60_000;

let upstream: TestUpstream;
let here: PeopleHarness;
let page: PortalPage;
beforeAll(async () => {
  upstream = await startUpstream();
  here = await startPeople({ upstreams: Object.fromEntries(SERVICES.map((service) => [service, upstream.url])) });
  page = await openPortal(here);
});
afterAll(async () => {
  await here.stop();
  await upstream.stop();
});

const codeOf = async (answer: ReturnType<PortalPage['call']>): Promise<string> => problemOf(await answer).code;

describe('what the portal is told', () => {
  it('is who is signed in, for this browser alone', async () => {
    const { status, headers, text } = await page.browser.open('/portal/session');
    expect({ status, cache: headers['cache-control'], cors: headers['access-control-allow-origin'] }).toEqual({
      status: 200,
      cache: 'no-store',
      cors: undefined,
    });
    expect(JSON.parse(text)).toMatchObject({
      person: { id: page.person.id, email: page.person.email, scopes: ORDINARY_SCOPES },
      csrf_token: page.token,
    });
  });

  it('is nothing for strangers', async () => {
    const { text } = await here.browser().open('/portal/session');
    expect(JSON.parse(text)).toEqual({ person: null, csrf_token: null });
  });

  it('has another token in each session', async () => {
    const other = await here.signedIn(page.person.email);
    expect(await tokenOf(other)).not.toBe(page.token);
  });
});

describe('a call from a page of the portal', () => {
  it('acts for the account of who is signed in, and is named by the session', async () => {
    const { status, headers, text } = await page.call('/v1/me');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      account: { id: page.person.accountId, name: 'Lake Travis Anglers' },
      credential: { type: 'session', id: expect.stringMatching(/^ses_[0-9a-f]{26}$/), name: page.person.email },
      scopes: ORDINARY_SCOPES,
    });
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Cookie, Accept-Encoding',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('reaches the services without the cookie and the token', async () => {
    expect((await page.call('/v1/catches')).status).toBe(200);
    const { headers } = upstream.seen.at(-1) ?? { headers: {} };
    expect(headers).toHaveProperty('x-cds-identity');
    for (const name of ['cookie', 'x-csrf-token']) expect(headers).not.toHaveProperty(name);
  });

  it.each([
    ['says same-origin', { 'sec-fetch-site': 'same-origin', origin: OUR_ORIGIN }],
    ['names our origin, where it knows no Sec-Fetch-Site', { 'sec-fetch-site': undefined, origin: OUR_ORIGIN }],
    ['names our page, where a read has no Origin', { 'sec-fetch-site': undefined, referer: `${OUR_ORIGIN}/catches` }],
  ])('is accepted when the browser %s', async (_how, headers) => {
    expect((await page.call('/v1/me', { headers })).status).toBe(200);
  });

  it('counts against a limit of the session', async () => {
    const { headers } = await page.call('/v1/me');
    expect(headers['ratelimit-policy']).toBe('"default";q=600;w=60');
  });
});

describe('the cookie', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of our site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another origin that says same-origin', { origin: 'https://evil.example' }],
    ['our host without TLS', { origin: 'http://api.example.com' }],
    ['an opaque origin', { origin: 'null' }],
    ['an old browser on another site', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
    ['an old browser that says nothing', { 'sec-fetch-site': undefined }],
    [
      'an old browser on a page of another site',
      { 'sec-fetch-site': undefined, referer: `${OUR_ORIGIN}.evil.example/` },
    ],
  ])('is refused from %s, with the right token', async (_where, headers) => {
    const before = upstream.seen.length;
    expect(await codeOf(page.call('/v1/catches', { headers }))).toBe('auth.cross_site');
    expect(await codeOf(page.call('/v1/catches', { method: 'POST', body: '{}', headers }))).toBe('auth.cross_site');
    expect(upstream.seen).toHaveLength(before);
  });

  it.each(['GET', 'POST', 'DELETE'])('counts for nothing without the token: %s', async (method) => {
    const path = method === 'DELETE' ? '/v1/catches/id_1' : '/v1/catches';
    const answer = page.call(path, { method, headers: { 'x-csrf-token': undefined } });
    expect(await codeOf(answer)).toBe('auth.missing');
  });

  it('is refused with the token of another session, or with none of its own', async () => {
    const other = await openPortal(here);
    for (const token of [other.token, '', 'x'.repeat(page.token.length), page.token.slice(0, -1), `${page.token}x`])
      expect(await codeOf(page.call('/v1/me', { headers: { 'x-csrf-token': token } }))).toBe('auth.csrf');
  });

  it('is not asked where there is an Authorization header, good or bad', async () => {
    const { key } = await here.gateway.storeKey({ scopes: ['species:read'] });
    const { text } = await page.call('/v1/me', { headers: { authorization: `Bearer ${key}` } });
    expect(JSON.parse(text)).toMatchObject({ credential: { type: 'api_key' }, scopes: ['species:read'] });
    const wrong = page.call('/v1/me', { headers: { authorization: 'Bearer cds_live_wrong' } });
    expect(await codeOf(wrong)).toBe('auth.invalid');
  });

  it.each([
    ['none at all', undefined],
    ['one that we did not make', '__Host-session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['nonsense', '__Host-session=%ZZ; session=;;;'],
  ])('that is %s lets nobody in', async (_what, cookie) => {
    expect(await codeOf(page.call('/v1/me', { headers: { cookie } }))).toBe('auth.session_ended');
  });

  it('uses up the limit of the address when it is refused', async () => {
    const { headers } = await page.call('/v1/me', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(headers['ratelimit-policy']).toMatch(/^"wrong-credentials"/);
  });

  it('may not be sent by scripts of other origins, which get no leave to', async () => {
    const { headers } = await send(here.gateway.url, '/v1/catches', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-csrf-token',
      },
    });
    expect(String(headers['access-control-allow-headers']).toLowerCase()).not.toContain('csrf');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('a session that has ended', () => {
  it.each([
    ['by signing out', (one: PortalPage) => one.browser.submit('/account', '/signout')],
    [
      'from another browser',
      (one: PortalPage) => here.prisma.personSession.deleteMany({ where: { personId: one.person.id } }),
    ],
    ['with its account', (one: PortalPage) => here.prisma.person.delete({ where: { id: one.person.id } })],
  ])('%s lets nobody in, a copy of its cookie included', async (_how, end) => {
    const one = await openPortal(here);
    const stolen = one.browser.copy().cookie;
    expect((await one.call('/v1/me')).status).toBe(200);
    await end(one);
    here.clock.advance(1_000);
    for (const cookie of [stolen, one.browser.cookie])
      expect(await codeOf(one.call('/v1/me', { headers: { cookie } }))).toMatch(/^auth\.(session_ended|csrf)$/);
  });

  it('ends the stream of events that it reads', async () => {
    const one = await openPortal(here);
    upstream.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
    });
    const headers = { 'sec-fetch-site': 'same-origin', cookie: one.browser.cookie, 'x-csrf-token': one.token };
    const stream = await fetch(`${here.gateway.url}/v1/events/stream`, { headers });
    const ended = stream.text();
    const ends = here.gateway.service.app.get(CredentialEnds);
    await ends.endOver();
    await here.prisma.personSession.deleteMany({ where: { personId: one.person.id } });
    here.clock.advance(1_000);
    await ends.endOver();
    expect(await ended).toBe('data: first\n\n');
    await eventually(() => expect(upstream.abandoned).toContain('/v1/events/stream'));
    upstream.answerWith();
  });
});

const SCOPED = ROUTES.flatMap((route) =>
  route.scope && route.scope !== 'any' ? [{ ...route, scope: route.scope, asked: pathOf(route) }] : [],
);

describe('a person', () => {
  it('has the scopes of an ordinary account, and those that an admin gave them', async () => {
    const scopes: Scope[] = [...ORDINARY_SCOPES, 'verifications:write'];
    const reviewer = await openPortal(here, { scopes });
    const { text } = await reviewer.call('/v1/me');
    expect(new Set((JSON.parse(text) as { scopes: Scope[] }).scopes)).toEqual(new Set(scopes));
    expect(await codeOf(reviewer.call('/v1/audit-log'))).toBe('auth.scope');
  });

  it.each(SCOPED)('who lacks its scope may not $method $path', async ({ method, asked, scope }) => {
    const one = lacking.get(scope) ?? (await openPortal(here, { scopes: SCOPES.filter((other) => other !== scope) }));
    lacking.set(scope, one);
    expect(await codeOf(one.call(asked, { method }))).toBe('auth.scope');
  });
});
const lacking = new Map<Scope, PortalPage>();

describe('what outlives a session', () => {
  const create = (one: PortalPage) =>
    one.call('/v1/api-keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'the-first-key' },
      body: JSON.stringify({ name: 'website', scopes: ['catches:read'] }),
    });

  it('is made after a sign-in of late alone, and tells who made it', async () => {
    const one = await openPortal(here);
    here.clock.advance(16 * MINUTE_MS);
    expect(await codeOf(create(one))).toBe('auth.stale_sign_in');
    const again = await here.signedIn(one.person.email);
    const answer = await send(here.gateway.url, '/v1/api-keys', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'the-first-key',
        'sec-fetch-site': 'same-origin',
        cookie: again.cookie,
        'x-csrf-token': await tokenOf(again),
      },
      body: JSON.stringify({ name: 'website', scopes: ['catches:read'] }),
    });
    expect(answer.status).toBe(201);
    const made = JSON.parse(answer.text) as { id: string; created_by: string };
    expect(made.created_by).toBe(one.person.id);
    const entry = await here.prisma.auditEntry.findFirst({ where: { targetId: made.id } });
    expect(entry).toMatchObject({ action: 'api_key.created', actorId: expect.stringMatching(/^ses_/) });
    const { text } = await here.gateway.call(`/v1/audit-log?target_id=${made.id}`);
    expect(JSON.parse(text)).toMatchObject({ data: [{ actor: { type: 'session', id: entry?.actorId } }] });
  });

  it.each(
    ROUTES.filter(({ needsFreshSignIn }) => needsFreshSignIn).map((route) => [route.method, pathOf(route)] as const),
  )('asks an older session to sign in again: %s %s', async (method, path) => {
    const one = (oldAdmin ??= await openPortal(here, { scopes: SCOPES }));
    here.clock.advance(16 * MINUTE_MS);
    expect(await codeOf(one.call(path, { method }))).toBe('auth.stale_sign_in');
  });
});
let oldAdmin: PortalPage | undefined;
