import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@cds/contracts';
import { identityVerifier } from '@cds/identity';
import { TEST_IDENTITY_SECRET } from '@cds/testing/identity';
import { problemOf, send } from './http.harness.js';
import { openPortal, type PortalPage } from './portal-session.harness.js';
import { type PeopleHarness, startPeople } from './sign-ins.harness.js';
import { type Seen, startUpstream, type TestUpstream } from './upstream.harness.js';

const MINUTE_MS = 60_000;

let upstream: TestUpstream;
let here: PeopleHarness;
beforeAll(async () => {
  upstream = await startUpstream();
  here = await startPeople({ upstreams: { leaderboard: upstream.url, species: upstream.url } });
});
afterAll(async () => {
  await here.stop();
  await upstream.stop();
});

const sessionsOf = async (page: PortalPage): Promise<{ id: string; is_current: boolean }[]> =>
  (JSON.parse((await page.call('/portal/sessions')).text) as { data: { id: string; is_current: boolean }[] }).data;

describe.each([
  ['GET', '/portal/sessions'],
  ['DELETE', '/portal/sessions'],
  ['DELETE', '/portal/sessions/ses_1'],
  ['DELETE', '/portal/session'],
  ['DELETE', '/portal/account'],
])('%s %s', (method, path) => {
  it.each([
    ['without the token', { 'x-csrf-token': undefined }, 'auth.csrf'],
    ['with a wrong token', { 'x-csrf-token': 'wrong' }, 'auth.csrf'],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 'auth.cross_site'],
    ['without the cookie', { cookie: undefined }, 'auth.session_ended'],
  ])('is refused %s', async (_how, headers, code) => {
    const page = await openPortal(here);
    const answer = await page.call(path, { method, headers });
    expect(problemOf(answer).code).toBe(code);
    expect((await page.call('/v1/me')).status).toBe(200);
  });
});

describe('the sessions of a person', () => {
  it('are listed, and end one by one or all others at once', async () => {
    const page = await openPortal(here);
    for (let count = 0; count < 3; count += 1) await here.signedIn(page.person.email);
    const listed = await sessionsOf(page);
    expect(listed.map(({ is_current: isCurrent }) => isCurrent).sort()).toEqual([false, false, false, true]);
    const other = listed.find(({ is_current: isCurrent }) => !isCurrent);
    expect((await page.call(`/portal/sessions/${other?.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await sessionsOf(page)).toHaveLength(3);
    expect((await page.call('/portal/sessions', { method: 'DELETE' })).status).toBe(204);
    expect(await sessionsOf(page)).toMatchObject([{ is_current: true }]);
  });

  it('are ended by nobody else', async () => {
    const [page, stranger] = [await openPortal(here), await openPortal(here)];
    const [session] = await sessionsOf(page);
    expect((await stranger.call(`/portal/sessions/${session?.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await sessionsOf(page)).toHaveLength(1);
  });

  it('end by signing out, which the audit log tells', async () => {
    const page = await openPortal(here);
    expect((await page.call('/portal/session', { method: 'DELETE' })).status).toBe(204);
    here.clock.advance(1_000);
    expect(problemOf(await page.call('/v1/me')).code).toBe('auth.session_ended');
    const actions = (await here.audit(page.person.id)).map(({ action }) => action);
    expect(actions).toEqual(['person.signed_in', 'person.signed_out']);
  });
});

describe('deleting one’s account', () => {
  const close = (page: PortalPage) => page.call('/portal/account', { method: 'DELETE' });
  const isDeleted = async ({ person }: PortalPage): Promise<boolean> =>
    (await here.prisma.account.findUniqueOrThrow({ where: { id: person.accountId } })).deletedAt !== null;

  it('ends its people and keys', async () => {
    const page = await openPortal(here);
    const { key } = await here.gateway.storeKey({ accountId: page.person.accountId });
    expect((await close(page)).status).toBe(204);
    expect(await isDeleted(page)).toBe(true);
    expect(await here.prisma.person.count({ where: { id: page.person.id } })).toBe(0);
    const headers = { authorization: `Bearer ${key}` };
    expect(problemOf(await send(here.gateway.url, '/v1/me', { headers })).code).toBe('auth.invalid');
  });

  it('needs a sign-in of late', async () => {
    const page = await openPortal(here);
    here.clock.advance(16 * MINUTE_MS);
    expect(problemOf(await close(page)).code).toBe('auth.stale_sign_in');
    expect(await isDeleted(page)).toBe(false);
  });

  it('is left to others for an admin, and where other people sign in too', async () => {
    const admin = await openPortal(here, { scopes: SCOPES });
    expect(problemOf(await close(admin)).code).toBe('account.own');
    const [shared, other] = [await openPortal(here), await here.person()];
    await here.prisma.person.update({ where: { id: other.id }, data: { accountId: shared.person.accountId } });
    expect(problemOf(await close(shared)).code).toBe('account.own');
    for (const page of [admin, shared]) expect(await isDeleted(page)).toBe(false);
  });
});

describe('what strangers are shown', () => {
  const BOARDS = ['all_time', 'week', 'month'].map((period, at) => ({
    id: `lb_${period}`,
    rule: { period },
    entry_count: at,
  }));
  const home = async (): Promise<{ board: object | null; species: object | null }> =>
    JSON.parse((await send(here.gateway.url, '/portal/home')).text) as { board: null; species: null };

  /** Fails as the service does for a call that the gateway has not let through. */
  const identified = ({ headers, method, url: target }: Seen) =>
    identityVerifier([TEST_IDENTITY_SECRET], target.startsWith('/v1/species') ? 'species' : 'leaderboard')(
      String(headers['x-cds-identity']),
      { method, target, requestId: String(headers['x-request-id']), proof: String(headers['x-cds-call']) },
    );

  it('is read once a minute, and stays while a service is away', async () => {
    upstream.answerWith((request, response) => {
      const { pathname } = new URL(request.url ?? '', upstream.url);
      const data = pathname.endsWith('/entries')
        ? [{ rank: 1 }]
        : pathname === '/v1/leaderboards'
          ? BOARDS
          : [{ id: 'spc_1' }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, total: 625 }));
    });
    const before = upstream.seen.length;
    const seen = await Promise.all(Array.from({ length: 20 }, home));
    const expected = { board: { id: 'lb_week', entries: [{ rank: 1 }] }, species: { id: 'spc_1' } };
    for (const one of seen) expect(one).toMatchObject(expected);
    expect(upstream.seen.length - before).toBe(4);
    for (const { headers } of upstream.seen.slice(before)) expect(headers).toHaveProperty('x-cds-identity');
    for (const asked of upstream.seen.slice(before)) expect(identified(asked)).toMatchObject({ accountName: 'Portal' });
    upstream.answerWith((_request, response) => void response.writeHead(503).end());
    here.clock.advance(61_000);
    expect(await home()).toMatchObject(expected);
    const { headers } = await send(here.gateway.url, '/portal/home');
    expect(headers['cache-control']).toBe('public, max-age=60');
  });
});
