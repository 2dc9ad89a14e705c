import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { ORDINARY_SCOPES } from '../src/identity/people/scopes-of-people.js';
import { type Browser, problemIn } from './browser.harness.js';
import { startGateway } from './gateway.harness.js';
import type { Answer } from './http.harness.js';
import { codeAt, secretIn, sendCode, STEP_MS } from './second-factor.harness.js';
import { PASSWORD, type PeopleHarness, startPeople } from './sign-ins.harness.js';
import { type OutsideAccount, ProviderServer } from './provider.harness.js';

const provider = new ProviderServer();
let here: PeopleHarness;
beforeAll(async () => {
  await provider.start();
  here = await startPeople({ environment: provider.environment });
});
afterAll(async () => {
  await here.stop();
  provider.stop();
});

let count = 0;
const account = (facts: Partial<OutsideAccount> = {}): OutsideAccount => ({
  sub: `subject-${(count += 1)}`,
  email: `outside-${count}@example.com`,
  email_verified: true,
  name: 'Ann Angler',
  ...facts,
});

const begin = async (
  browser: Browser,
  page = '/signin',
  action = '/signin/provider',
  password = PASSWORD,
): Promise<string> => (await browser.submit(page, action, { password })).headers.location ?? '';
const comeAs = async (browser: Browser, outside: OutsideAccount, page?: string, action?: string): Promise<Answer> =>
  browser.open(provider.agree(await begin(browser, page, action), outside));
const whoIsIn = async (browser: Browser): Promise<string | undefined> =>
  /Signed in as<\/dt>\s*<dd>([^ <]+)/.exec((await browser.open('/account')).text)?.[1];
const actions = async (id: string): Promise<string[]> => (await here.audit(id)).map(({ action }) => action);
const link = (browser: Browser, outside: OutsideAccount) =>
  comeAs(browser, outside, '/account', '/account/provider/link');

describe('somebody with a second factor', () => {
  it('is asked for it after the sign-in at the provider too', async () => {
    const outside = account();
    const first = here.browser();
    await comeAs(first, outside);
    const secret = secretIn(await first.open('/account/security/totp'));
    const code = codeAt(secret, here.clock.now());
    await first.submit('/account/security/totp', '/account/security/totp', { code });
    const browser = here.browser();
    const answer = await comeAs(browser, outside, '/signin?returnTo=%2Fdocs');
    expect(answer.headers.location).toBe('/signin/second-factor?returnTo=%2Fdocs');
    expect(await whoIsIn(browser)).toBeUndefined();
    here.clock.advance(STEP_MS);
    expect((await sendCode(browser, codeAt(secret, here.clock.now()))).status).toBe(303);
    expect(await whoIsIn(browser)).toBe(outside.email);
  });
});

describe('somebody whom the provider knows and we do not', () => {
  it('becomes a person with an account, without a password, and is known the next time', async () => {
    const outside = account({ email: 'Outside@Example.com' });
    const answer = await comeAs(here.browser(), outside);
    expect([answer.status, answer.headers.location]).toEqual([303, '/account']);
    const person = await here.prisma.person.findUniqueOrThrow({
      where: { email: 'outside@example.com' },
      include: { account: true },
    });
    expect(person).toMatchObject({
      passwordHash: null,
      emailConfirmedAt: here.clock.now(),
      scopes: ORDINARY_SCOPES,
      account: { name: 'Ann Angler' },
    });
    const again = here.browser();
    await comeAs(again, { ...outside, email: 'moved@example.com' });
    expect(await whoIsIn(again)).toBe('outside@example.com');
    expect(await actions(person.id)).toEqual(['person.signed_up', 'person.signed_in', 'person.signed_in']);
  });

  it('goes on to where they wanted', async () => {
    const answer = await comeAs(here.browser(), account(), '/signin?returnTo=%2Foauth%2Fauthorize%3Fa%3Db');
    expect(answer.headers.location).toBe('/oauth/authorize?a=b');
  });

  it.each([
    ['not verified', { email_verified: false }],
    ['verified for all we know', { email_verified: undefined }],
    ['verified in no known way', { email_verified: 1 as unknown as boolean }],
    ['no address', { email: 'nobody' }],
    ['missing', { email: undefined }],
  ])('is not let in when the address is %s', async (_, facts) => {
    const browser = here.browser();
    const answer = await comeAs(browser, account(facts));
    expect([answer.status, problemIn(answer)]).toEqual([
      403,
      expect.stringContaining('does not say that your e-mail address was verified'),
    ]);
    expect(await whoIsIn(browser)).toBeUndefined();
  });

  it('has no password to guess', async () => {
    const outside = account();
    await comeAs(here.browser(), outside);
    for (const password of ['', 'null'])
      expect((await here.browser().submit('/signin', '/signin', { email: outside.email ?? '', password })).status).toBe(
        401,
      );
  });
});

describe('somebody whose address is a person’s here', () => {
  it('is not let in by that, and linked once they show the password', async () => {
    const person = await here.person();
    const outside = account({ email: person.email });
    const browser = here.browser();
    const answer = await comeAs(browser, outside);
    expect([answer.status, answer.headers.location]).toEqual([303, '/signin?note=link']);
    expect(await whoIsIn(browser)).toBeUndefined();
    expect(await here.prisma.personIdentity.count({ where: { personId: person.id } })).toBe(0);
    await browser.submit('/signin', '/signin', { email: person.email, password: PASSWORD });
    const later = here.browser();
    await comeAs(later, outside);
    expect(await whoIsIn(later)).toBe(person.email);
    expect(await actions(person.id)).toEqual(['person.signed_in', 'person.provider_linked', 'person.signed_in']);
    await eventually(() =>
      expect(here.mailsTo(person.email)).toEqual([expect.stringContaining('A way to sign in was added')]),
    );
  });

  it('does not take that account over with an address that nobody verified', async () => {
    const { email } = await here.person();
    expect((await comeAs(here.browser(), account({ email, email_verified: false }))).status).toBe(403);
  });

  it('is not linked with somebody else who signs in there', async () => {
    const [victim, other] = [await here.person(), await here.person()];
    const browser = here.browser();
    await comeAs(browser, account({ email: victim.email }));
    await browser.submit('/signin', '/signin', { email: other.email, password: PASSWORD });
    expect(await here.prisma.personIdentity.count({ where: { personId: { in: [victim.id, other.id] } } })).toBe(0);
  });

  it('is not linked ten minutes later', async () => {
    const { email, id } = await here.person();
    const browser = here.browser();
    await comeAs(browser, account({ email }));
    here.clock.advance(600_000);
    await browser.submit('/signin', '/signin', { email, password: PASSWORD });
    expect(await here.prisma.personIdentity.count({ where: { personId: id } })).toBe(0);
  });
});

describe('the way back', () => {
  it('is open to the browser that went, once', async () => {
    const browser = here.browser();
    const path = provider.agree(await begin(browser), account());
    const other = here.browser();
    await begin(other);
    for (const stranger of [other, here.browser()]) expect((await stranger.open(path)).status).toBe(403);
    expect((await browser.open(path)).status).toBe(303);
    expect((await browser.open(path)).status).toBe(403);
  });

  it('is open for ten minutes', async () => {
    const browser = here.browser();
    const path = provider.agree(await begin(browser), account());
    here.clock.advance(600_000);
    expect((await browser.open(path)).status).toBe(403);
  });

  it('works after an attempt that was abandoned', async () => {
    const browser = here.browser();
    await begin(browser);
    expect((await comeAs(browser, account())).status).toBe(303);
  });

  it('of somebody who did not agree leads to a page that says so', async () => {
    const browser = here.browser();
    await begin(browser);
    expect((await browser.open('/signin/provider/callback?error=access_denied')).status).toBe(403);
  });

  it.each([
    '/signin/provider/callback',
    '/signin/provider/callback?code=made-up',
    '/signin/provider/callback?code=made-up&state=made-up',
    '/signin/provider/callback?code=a&code=b&state=x&state=y',
  ])('is not %s', async (path) => expect([403, 503]).toContain((await here.browser().open(path)).status));

  it('fails as a page while the provider does', async () => {
    const browser = here.browser();
    const path = provider.agree(await begin(browser), account());
    provider.isBroken = true;
    const answer = await browser.open(path);
    provider.isBroken = false;
    expect([answer.status, problemIn(answer)]).toEqual([503, expect.stringContaining('could not tell who you are')]);
  });
});

describe('who is signed in', () => {
  it('links the provider, and unlinks it', async () => {
    const person = await here.person();
    const browser = await here.signedIn(person.email);
    const outside = account({ email_verified: false });
    expect((await link(browser, outside)).headers.location).toBe('/account?note=linked');
    const other = here.browser();
    await comeAs(other, outside);
    expect(await whoIsIn(other)).toBe(person.email);
    expect((await browser.submit('/account', '/account/provider/unlink')).headers.location).toBe(
      '/account?note=unlinked',
    );
    expect((await comeAs(here.browser(), outside)).status).toBe(403);
    expect(await actions(person.id)).toEqual([
      'person.signed_in',
      'person.provider_linked',
      'person.signed_in',
      'person.provider_unlinked',
    ]);
    await eventually(() => expect(here.mailsTo(person.email)).toHaveLength(2));
  });

  it('links nothing that is somebody else’s, nor a second one', async () => {
    const [one, two] = [await here.person(), await here.person()];
    const [first, second] = [await here.signedIn(one.email), await here.signedIn(two.email)];
    const outside = account();
    const before = await begin(first, '/account', '/account/provider/link');
    expect((await link(second, outside)).status).toBe(303);
    expect((await first.open(provider.agree(before, outside))).status).toBe(409);
    const other = await here.signedIn(one.email);
    const after = await begin(other, '/account', '/account/provider/link');
    await link(first, account());
    expect((await other.open(provider.agree(after, account()))).status).toBe(409);
  });

  it('links nothing without the password', async () => {
    const { email } = await here.person();
    const browser = await here.signedIn(email);
    const attempt = (password: string) => begin(browser, '/account', '/account/provider/link', password);
    for (let guesses = 0; guesses < 10; guesses += 1)
      expect(await attempt('a wrong guess')).toBe('/account?note=wrong-password');
    expect(await attempt(PASSWORD)).toBe('/account?note=too-many-guesses');
  });

  it('links nothing once signed out, or as somebody else', async () => {
    const [one, two] = [await here.person(), await here.person()];
    const browser = await here.signedIn(one.email);
    const path = provider.agree(await begin(browser, '/account', '/account/provider/link'), account());
    await browser.submit('/signin', '/signin', { email: two.email, password: PASSWORD });
    expect((await browser.open(path)).status).toBe(403);
    expect(await here.prisma.personIdentity.count({ where: { personId: { in: [one.id, two.id] } } })).toBe(0);
  });

  it('keeps the last way in, until there is a password', async () => {
    const outside = account();
    const browser = here.browser();
    await comeAs(browser, outside);
    const page = await browser.open('/account');
    expect(page.text).not.toContain('/account/provider/unlink');
    const token = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    expect((await browser.post('/account/provider/unlink', { _csrf: token })).status).toBe(409);
    const email = outside.email ?? '';
    await here.browser().submit('/password/forgot', '/password/forgot', { email });
    await here.browser().submit(await here.linkTo(email, '/password/reset'), '/password/reset', { password: PASSWORD });
    expect((await (await here.signedIn(email)).submit('/account', '/account/provider/unlink')).status).toBe(303);
  });
});

describe('a gateway without a provider', () => {
  it('shows none, and has no way to one', async () => {
    const plain = await startPeople();
    const browser = plain.browser();
    const page = await browser.open('/signin');
    expect(page.text).not.toContain('/signin/provider');
    const token = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    expect((await browser.post('/signin/provider', { _csrf: token })).status).toBe(404);
    expect((await browser.open('/signin/provider/callback?code=x&state=y')).status).toBe(404);
    await plain.stop();
  });

  it('does not start where its secret would travel in clear', async () => {
    const open = { ...provider.environment, OAUTH_PROVIDER_TOKEN_URL: 'http://provider.example.com/token' };
    await expect(startGateway({ environment: open })).rejects.toThrow(/OAUTH_PROVIDER_TOKEN_URL .*must be https/);
  });

  it('does not start with half of one, and names what is missing', async () => {
    const half = { ...provider.environment, OAUTH_PROVIDER_CLIENT_SECRET: '', OAUTH_PROVIDER_TOKEN_URL: '' };
    await expect(startGateway({ environment: half })).rejects.toThrow(
      /OAUTH_PROVIDER_TOKEN_URL is not set.*\n.*OAUTH_PROVIDER_CLIENT_SECRET is not set/,
    );
  });
});
