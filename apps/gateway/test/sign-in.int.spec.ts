import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@cds/contracts';
import { Browser, problemIn } from './browser.harness.js';
import { startGateway } from './gateway.harness.js';
import { PASSWORD, type PeopleHarness, startPeople } from './sign-ins.harness.js';
import { removePeople } from '../src/identity/people/remove-people.js';
import { ORDINARY_SCOPES } from '../src/identity/people/scopes-of-people.js';
import { SignIns } from '../src/identity/people/sign-ins.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople()));
afterAll(() => here.stop());

const DAY_MS = 86_400_000;
const IDLE_MS = 30 * DAY_MS;
const isIn = async (browser: Browser): Promise<boolean> => (await browser.open('/account')).status === 200;

describe('the page to sign in', () => {
  it('runs no script of others, is framed by nobody, is kept by nobody', async () => {
    const { status, headers } = await here.browser().open('/signin');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
  });

  it('sets a cookie that scripts, other sites and other hosts do not get', async () => {
    const { headers } = await here.browser().open('/signin');
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('lets the redirect after it lead to an OAuth client, and to nowhere else otherwise', async () => {
    const policy = async (path: string) => (await here.browser().open(path)).headers['content-security-policy'];
    expect(await policy('/signin?returnTo=%2Foauth%2Fauthorize')).toContain("form-action 'self';");
    expect(await policy('/signin?returnTo=%2Faccount')).toContain("form-action 'self';");
  });

  it('has a cookie without the prefix where there is no TLS', async () => {
    const plain = await startGateway({ environment: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
    const { headers } = await new Browser(plain.url).open('/signin');
    await plain.stop();
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });
});

describe('somebody with the right password', () => {
  it('is signed in and told so', async () => {
    const person = await here.person();
    const browser = here.browser();
    const answer = await browser.submit('/signin', '/signin', {
      email: ` ${person.email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect([answer.status, answer.headers.location]).toEqual([303, '/account']);
    const page = await browser.open('/account');
    expect(page.status).toBe(200);
    expect(page.text).toContain(person.email);
    expect(await here.audit(person.id)).toEqual([
      { action: 'person.signed_in', details: { session: expect.stringMatching(/^ses_/) } },
    ]);
  });

  it.each([
    ['/oauth/authorize?client_id=app_1&state=x', '/oauth/authorize?client_id=app_1&state=x'],
    ['//evil.example', '/account'],
    ['/\\evil.example', '/account'],
    ['https://evil.example/', '/account'],
  ])('who wanted to go on to %s goes on to %s', async (returnTo, location) => {
    const { email } = await here.person();
    const answer = await here
      .browser()
      .submit(`/signin?${new URLSearchParams({ returnTo }).toString()}`, '/signin', { email, password: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
  });

  it('may do what an ordinary account may, or what an admin gave', async () => {
    const signIns = here.gateway.service.app.get(SignIns);
    const [ordinary, admin] = [await here.person(), await here.person({ scopes: SCOPES })];
    expect(await signIns.person(ordinary.id)).toEqual({
      personId: ordinary.id,
      accountId: ordinary.accountId,
      accountName: 'Lake Travis Anglers',
      email: ordinary.email,
      scopes: ORDINARY_SCOPES,
      signedInAt: null,
    });
    expect(ORDINARY_SCOPES).toEqual(
      SCOPES.filter((scope) => !['admin', 'verifications:write', 'species:write'].includes(scope)),
    );
    expect((await signIns.person(admin.id))?.scopes).toEqual(SCOPES);
    expect(await signIns.person('usr_nobody')).toBeNull();
    expect(signIns.pageFor('/oauth/authorize?a=b')).toBe('/signin?returnTo=%2Foauth%2Fauthorize%3Fa%3Db');
  });

  it('gets a hash of today when the stored one is of yesterday', async () => {
    const { id, email } = await here.person();
    const { hash } = await import('@node-rs/argon2');
    await here.prisma.person.update({
      where: { id },
      data: { passwordHash: await hash(PASSWORD, { memoryCost: 8_192, timeCost: 2, parallelism: 1 }) },
    });
    expect(await isIn(await here.signedIn(email))).toBe(true);
    expect((await here.prisma.person.findUniqueOrThrow({ where: { id } })).passwordHash).toContain('$m=19456,t=2,p=1$');
    expect(await isIn(await here.signedIn(email))).toBe(true);
  });
});

describe('somebody with a wrong password or an unknown address', () => {
  it('gets one answer, with the address kept and escaped', async () => {
    const { email } = await here.person();
    const wrong = await here.browser().submit('/signin', '/signin', { email, password: 'not this one' });
    const unknown = await here
      .browser()
      .submit('/signin', '/signin', { email: '"><script>@example.com', password: 'not this one' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(problemIn(wrong)).toBe('The e-mail address or password is wrong.');
    expect(problemIn(unknown)).toBe(problemIn(wrong));
    expect(wrong.text).toContain(`value="${email}"`);
    expect(unknown.text).not.toContain('<script>');
  });

  it('is told to the audit log once a minute, with a count', async () => {
    const person = await here.person();
    const browser = here.browser();
    for (const password of ['one', 'two', 'three'])
      await browser.submit('/signin', '/signin', { email: person.email, password });
    const told = await here.audit(person.id);
    expect(told).toEqual(
      told.map(() => ({
        action: 'person.sign_in_failed',
        details: { reason: 'wrong_password', count: expect.any(Number) },
      })),
    );
    // They may be in two minutes.
    expect(told.length).toBeLessThan(3);
    expect(told.reduce((sum, { details }) => sum + (details as { count: number }).count, 0)).toBe(3);
  });

  it('never has the password in the log', async () => {
    await here.browser().submit('/signin', '/signin', { email: 'nobody@example.com', password: 'hunter2-hunter2' });
    expect(JSON.stringify(here.gateway.log)).not.toContain('hunter2');
  });
});

describe('a form', () => {
  it.each([
    '/signin',
    '/signup',
    '/signup/finish',
    '/signout',
    '/signin/provider',
    '/password/forgot',
    '/password/reset',
    '/password/change',
    '/email/confirm',
    '/email/confirm/send',
    '/account/provider/link',
    '/account/provider/unlink',
    '/account/security/totp',
    '/account/security/totp/remove',
    '/account/security/passkeys',
    '/account/security/passkeys/remove',
    '/account/security/recovery-codes',
    '/signin/passkey',
    '/signin/second-factor',
    '/signin/second-factor/passkey',
  ])('for %s without its token is refused', async (action) => {
    const { email } = await here.person();
    const answer = await (await here.signedIn(email)).post(action, { email, password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(problemIn(answer)).toContain('The form is out of date');
  });

  it('with the token of another browser is refused', async () => {
    const { email } = await here.person();
    const [own, other] = [here.browser(), here.browser()];
    await own.open('/signin');
    const token = /name="_csrf" value="([^"]+)"/.exec((await other.open('/signin')).text)?.[1] ?? '';
    expect((await own.post('/signin', { _csrf: token, email, password: PASSWORD })).status).toBe(403);
  });

  it('of more than 64 kB is refused', async () => {
    expect(
      (await here.browser().submit('/signin', '/signin', { email: 'a@example.com', password: 'x'.repeat(65_536) }))
        .status,
    ).toBe(413);
  });

  it('is no way around that limit as JSON', async () => {
    const answer = await here.gateway.call('/signin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(65_536) }),
    });
    expect(answer.status).toBe(413);
  });

  it('is nothing that the API takes', async () => {
    const answer = await here.gateway.call('/v1/me', {
      method: 'GET',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(415);
  });
});

describe('a session', () => {
  it('has a new cookie after the sign-in, which nobody knew before', async () => {
    const { email } = await here.person();
    const victim = here.browser();
    await victim.open('/signin');
    const planted = victim.copy();
    await victim.submit('/signin', '/signin', { email, password: PASSWORD });
    expect(await isIn(victim)).toBe(true);
    expect(await isIn(planted)).toBe(false);
  });

  it('ends with the sign-out, for a copy of the cookie too', async () => {
    const person = await here.person();
    const browser = await here.signedIn(person.email);
    const copy = browser.copy();
    expect(await isIn(copy)).toBe(true);
    const answer = await browser.submit('/account', '/signout');
    expect([answer.status, answer.headers.location]).toEqual([303, '/signin?note=signed-out']);
    expect([await isIn(browser), await isIn(copy)]).toEqual([false, false]);
    expect((await here.audit(person.id)).map(({ action }) => action)).toEqual([
      'person.signed_in',
      'person.signed_out',
    ]);
  });

  it('ends when somebody else signs in there', async () => {
    const [one, two] = [await here.person(), await here.person()];
    const browser = await here.signedIn(one.email);
    const copy = browser.copy();
    await browser.submit('/signin', '/signin', { email: two.email, password: PASSWORD });
    expect((await browser.open('/account')).text).toContain(two.email);
    expect(await isIn(copy)).toBe(false);
  });

  it('ends 30 days after it was last used, and not before', async () => {
    const { email } = await here.person();
    const browser = await here.signedIn(email);
    here.clock.advance(IDLE_MS - 1);
    expect(await isIn(browser)).toBe(true);
    here.clock.advance(IDLE_MS - 1);
    expect(await isIn(browser)).toBe(true);
    here.clock.advance(IDLE_MS);
    expect(await isIn(browser)).toBe(false);
  });

  it('ends 90 days after it began, however much it is used', async () => {
    const { email } = await here.person();
    const browser = await here.signedIn(email);
    for (const days of [29, 29, 29]) {
      here.clock.advance(days * DAY_MS);
      expect(await isIn(browser)).toBe(true);
    }
    here.clock.advance(3 * DAY_MS);
    expect(await isIn(browser)).toBe(false);
  });

  it('ends with its account', async () => {
    const { email, accountId } = await here.person();
    const browser = await here.signedIn(email);
    await removePeople(here.prisma, accountId);
    expect(await isIn(browser)).toBe(false);
  });

  it('is one of fifty of a person: the one that was not used for longest ends for the next', async () => {
    const { id, email } = await here.person();
    const [idle, used] = [await here.signedIn(email), await here.signedIn(email)];
    const seen = here.clock.now().getTime() - 60_000;
    await here.gateway.pool.query(
      `INSERT INTO person_sessions (hash, person_id, created_at, seen_at)
        SELECT $1 || n, $1, to_timestamp($2::float8), to_timestamp($2::float8) FROM generate_series(1, 55) n`,
      [id, seen / 1_000],
    );
    await here.gateway.pool.query(
      `UPDATE person_sessions SET seen_at = to_timestamp($2::float8) WHERE hash = (SELECT hash FROM person_sessions
        WHERE person_id = $1 AND hash NOT LIKE $1 || '%' ORDER BY created_at, hash LIMIT 1)`,
      [id, seen / 1_000 - 1],
    );
    const browser = await here.signedIn(email);
    const { rows } = await here.gateway.pool.query('SELECT hash FROM person_sessions WHERE person_id = $1', [id]);
    expect(rows).toHaveLength(50);
    expect(await isIn(browser)).toBe(true);
    expect([await isIn(idle), await isIn(used)].filter(Boolean)).toHaveLength(1);
  });

  it('is nothing that a forged or broken cookie gives', async () => {
    for (const value of ['x', 'eyJzaWQiOiJ4In0=%3BAAAA', `${'A'.repeat(60)}%3B${'A'.repeat(32)}`]) {
      const answer = await new Browser(here.gateway.url, { cookie: `__Host-session=${value}` }).open('/account');
      expect([answer.status, answer.headers.location]).toEqual([303, '/signin?returnTo=%2Faccount']);
    }
  });

  it('is one at every copy of the gateway, and one that a newer key still opens', async () => {
    const { email } = await here.person();
    const browser = await here.signedIn(email);
    const keys = `MzIgYnl0ZXMgb2YgYSBuZXcga2V5LCAzMiBieXRlcyE=,dGhlIGtleSBvZiBhbGwgdGVzdHMsIDMyIGJ5dGVzISE=`;
    const copy = await startGateway({ environment: { DATABASE_URL: here.gateway.databaseUrl, SESSION_KEYS: keys } });
    const there = browser.at(copy.url);
    expect(await isIn(there)).toBe(true);
    await there.submit('/account', '/signout');
    expect(await isIn(browser)).toBe(false);
    await copy.stop();
  });
});

describe('guesses', () => {
  const guess = (browser: Browser, email: string, password = 'a wrong guess') =>
    browser.submit('/signin', '/signin', { email, password });

  it(
    'are 10 in a quarter of an hour from one address at one person; then the right one is refused ' +
      'too, and others get in',
    async () => {
      const { email, id } = await here.person();
      const attacker = here.browser();
      for (let count = 0; count < 10; count += 1) expect((await guess(attacker, email)).status).toBe(401);
      const refused = await guess(attacker, email, PASSWORD);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(850);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
      expect(problemIn(refused)).toBe('Too many attempts. Try again in 15 minutes.');
      expect(await isIn(await here.signedIn(email))).toBe(true);
      expect(await here.audit(id)).toContainEqual({
        action: 'person.sign_in_failed',
        details: { reason: 'throttled', count: 1 },
      });
    },
  );

  it('may be made again when that time is over', async () => {
    const { email } = await here.person();
    const browser = here.browser();
    for (let count = 0; count < 11; count += 1) await guess(browser, email);
    await here.prisma.attemptCount.updateMany({ data: { expire: Date.now() - 1 } });
    expect((await guess(browser, email, PASSWORD)).status).toBe(303);
  });

  it('are 50 from one address, whoever they are at', async () => {
    const attacker = here.browser();
    const page = (await attacker.open('/signin')).text;
    const token = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const statuses: number[] = [];
    for (let count = 0; count < 51; count += 1)
      statuses.push(
        (await attacker.post('/signin', { _csrf: token, email: `nobody-${count}@example.com`, password: 'x' })).status,
      );
    expect(statuses.lastIndexOf(401)).toBe(49);
    expect(statuses[50]).toBe(429);
  });

  it('that come all at once are no more', async () => {
    const { email } = await here.person();
    const attacker = here.browser();
    const token = /name="_csrf" value="([^"]+)"/.exec((await attacker.open('/signin')).text)?.[1] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => attacker.copy().post('/signin', { _csrf: token, email, password: 'x' })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('that are right count for nothing', async () => {
    const { email } = await here.person();
    const browser = here.browser();
    for (let count = 0; count < 12; count += 1) expect((await guess(browser, email, PASSWORD)).status).toBe(303);
  });
});
