import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { addPerson } from '../src/identity/people/add-person.js';
import { PeopleSweeper } from '../src/identity/people/people-sweeper.js';
import { type Browser, hiddenFields, problemIn } from './browser.harness.js';
import { PASSWORD, type PeopleHarness, startPeople } from './sign-ins.harness.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople()));
afterAll(() => here.stop());

const NEW = 'two perch and a roach';
const isIn = async (browser: Browser): Promise<boolean> => (await browser.open('/account')).status === 200;
const signIn = async (email: string, password: string): Promise<number> =>
  (await here.browser().submit('/signin', '/signin', { email, password })).status;
const forgot = (email: string) => here.browser().submit('/password/forgot', '/password/forgot', { email });
const resetLink = async (email: string): Promise<string> => {
  await forgot(email);
  return here.linkTo(email, '/password/reset');
};

describe('a forgotten password', () => {
  it(
    'is replaced by a link in a mail, which ends every session, confirms the address and is told by ' + 'mail',
    async () => {
      const person = await here.person();
      const browser = await here.signedIn(person.email);
      const link = await resetLink(person.email);
      const answer = await here.browser().submit(link, '/password/reset', { password: NEW });
      expect([answer.status, answer.headers.location]).toEqual([303, '/signin?note=password-reset']);
      expect(await isIn(browser)).toBe(false);
      expect([await signIn(person.email, PASSWORD), await signIn(person.email, NEW)]).toEqual([401, 303]);
      expect((await here.prisma.person.findUniqueOrThrow({ where: { id: person.id } })).emailConfirmedAt).toEqual(
        here.clock.now(),
      );
      await eventually(() => expect(here.mailsTo(person.email).at(-1)).toContain('Your password was changed'));
      expect((await here.audit(person.id)).map(({ action }) => action)).toEqual(
        expect.arrayContaining(['person.password_reset_asked', 'person.password_reset']),
      );
    },
  );

  it('is answered the same for an unknown address, which gets no mail', async () => {
    const { email } = await here.person();
    const [known, unknown] = [await forgot(email), await forgot('stranger@example.com')];
    expect([known.status, known.text.replace(email, '')]).toEqual([
      unknown.status,
      unknown.text.replace('stranger@example.com', ''),
    ]);
    await eventually(async () => expect(await here.prisma.mail.count()).toBe(0));
    expect(here.mailsTo('stranger@example.com')).toEqual([]);
    expect(await here.audit(null)).toContainEqual({ action: 'person.password_reset_asked', details: null });
  });

  it('of no address is refused', async () => {
    expect(await forgot('nobody')).toMatchObject({ status: 400 });
  });

  it('can be asked for 20 times an hour from one address', async () => {
    const browser = here.browser();
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries += 1)
      statuses.push(
        (await browser.submit('/password/forgot', '/password/forgot', { email: 'stranger@example.com' })).status,
      );
    expect(statuses).toEqual([...new Array<number>(20).fill(200), 429]);
  });

  it('has links that work once, and not after another one was used', async () => {
    const { email } = await here.person();
    const first = await resetLink(email);
    await forgot(email);
    await eventually(() => expect(here.mailsTo(email)).toHaveLength(2));
    const second = await here.linkTo(email, '/password/reset');
    expect((await here.browser().submit(second, '/password/reset', { password: NEW })).status).toBe(303);
    expect([(await here.browser().open(first)).status, (await here.browser().open(second)).status]).toEqual([410, 410]);
  });

  it('has links that work for an hour', async () => {
    const { email } = await here.person();
    const link = await resetLink(email);
    here.clock.advance(3_600_000 - 1);
    const browser = here.browser();
    const { text } = await browser.open(link);
    here.clock.advance(1);
    const answer = await browser.post('/password/reset', { ...hiddenFields(text, '/password/reset'), password: NEW });
    expect(answer.status).toBe(410);
    expect(await signIn(email, PASSWORD)).toBe(303);
  });

  it('is not replaced by a common one, and the link stays good', async () => {
    const { email } = await here.person();
    const link = await resetLink(email);
    const refused = await here.browser().submit(link, '/password/reset', { password: 'Password123' });
    expect([refused.status, problemIn(refused)]).toEqual([400, 'The password is one of the most common passwords.']);
    expect((await here.browser().submit(link, '/password/reset', { password: NEW })).status).toBe(303);
  });
});

describe('a password', () => {
  it('is changed by who knows it; every other browser is signed out, and a mail tells', async () => {
    const person = await here.person();
    const [browser, other] = [await here.signedIn(person.email), await here.signedIn(person.email)];
    const copy = browser.copy();
    const answer = await browser.submit('/password/change', '/password/change', { current: PASSWORD, password: NEW });
    expect([answer.status, answer.headers.location]).toEqual([303, '/account?note=password-changed']);
    expect([await isIn(browser), await isIn(copy), await isIn(other)]).toEqual([true, false, false]);
    expect(await signIn(person.email, NEW)).toBe(303);
    await eventually(() =>
      expect(here.mailsTo(person.email)).toEqual([expect.stringContaining('Your password was changed')]),
    );
    expect((await here.audit(person.id)).map(({ action }) => action)).toContain('person.password_changed');
  });

  it('is not changed by who does not know it, and guesses there count', async () => {
    const { email } = await here.person();
    const browser = await here.signedIn(email);
    const attempt = (current: string) =>
      browser.submit('/password/change', '/password/change', { current, password: NEW });
    for (let guesses = 0; guesses < 10; guesses += 1) expect((await attempt('a wrong guess')).status).toBe(403);
    const refused = await attempt(PASSWORD);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it.each([
    ['too short', 'The password must have at least 10 characters.'],
    ['x'.repeat(201), 'The password must have at most 200 characters.'],
  ])('does not become %s', async (password, problem) => {
    const { email } = await here.person();
    const answer = await (
      await here.signedIn(email)
    ).submit('/password/change', '/password/change', { current: PASSWORD, password });
    expect([answer.status, problemIn(answer)]).toEqual([400, problem]);
  });

  it('is changed by nobody who is not signed in', async () => {
    const answer = await here.browser().open('/password/change');
    expect([answer.status, answer.headers.location]).toEqual([303, '/signin?returnTo=%2Fpassword%2Fchange']);
  });
});

describe('an address that nobody confirmed', () => {
  it('is confirmed by a button behind a link, not by opening it', async () => {
    const person = await here.person();
    const browser = await here.signedIn(person.email);
    expect((await browser.submit('/account', '/email/confirm/send')).headers.location).toBe('/account?note=mail-sent');
    const link = await here.linkTo(person.email, '/email/confirm');
    const confirmedAt = async () =>
      (await here.prisma.person.findUniqueOrThrow({ where: { id: person.id } })).emailConfirmedAt;
    await here.browser().open(link);
    expect(await confirmedAt()).toBeNull();
    expect((await here.browser().submit(link, '/email/confirm')).status).toBe(200);
    expect(await confirmedAt()).toEqual(here.clock.now());
    expect((await here.browser().open(link)).status).toBe(410);
    expect((await browser.open('/account')).text).not.toContain('not confirmed');
    expect((await here.audit(person.id)).map(({ action }) => action)).toContain('person.email_confirmed');
  });

  it('is mailed 3 times an hour', async () => {
    const { email } = await here.person();
    const browser = await here.signedIn(email);
    for (let asked = 0; asked < 4; asked += 1)
      expect((await browser.submit('/account', '/email/confirm/send')).headers.location).toBe(
        '/account?note=mail-sent',
      );
    await eventually(async () => expect(await here.prisma.mail.count({ where: { recipient: email } })).toBe(0));
    expect(here.mailsTo(email)).toHaveLength(3);
  });
});

describe('adding a person', () => {
  it('stores the address in lower case, and the scopes', async () => {
    const { accountId } = await here.person();
    const person = await addPerson(here.prisma, {
      accountId,
      email: 'New-Person@example.com',
      password: PASSWORD,
      scopes: ['admin', 'catches:read'],
    });
    expect(person).toEqual(await here.prisma.person.findUnique({ where: { email: 'new-person@example.com' } }));
    expect(person).toMatchObject({ accountId, scopes: ['admin', 'catches:read'], emailConfirmedAt: null });
  });

  it('tells all that is wrong at once', async () => {
    await expect(
      addPerson(here.prisma, { accountId: 'acc_x', email: 'nobody', password: 'short' }),
    ).rejects.toMatchObject({
      code: 'request.invalid',
      violations: [
        expect.objectContaining({ pointer: '/email' }),
        expect.objectContaining({ pointer: '/password', detail: 'must have at least 10 characters' }),
      ],
    });
  });

  it('refuses an address that is a person’s in any case, and the transaction goes on', async () => {
    const { email, accountId } = await here.person();
    const again = here.prisma.$transaction(async (tx) => {
      const failure = await addPerson(tx, { accountId, email: email.toUpperCase(), password: PASSWORD }).catch(
        (error: unknown) => error,
      );
      expect(await tx.person.count({ where: { accountId } })).toBe(1);
      throw failure;
    });
    await expect(again).rejects.toMatchObject({ code: 'person.email_taken' });
  });
});

describe('what is over', () => {
  it('is removed: sessions, links and counts', async () => {
    const { email, id } = await here.person();
    await here.signedIn(email);
    await resetLink(email);
    here.clock.advance(30 * 86_400_000);
    const { email: other } = await here.person();
    const browser = await here.signedIn(other);
    await here.prisma.attemptCount.updateMany({ data: { expire: Date.now() - 1 } });
    await here.gateway.service.app.get(PeopleSweeper).sweep();
    expect(await here.prisma.personSession.count({ where: { personId: id } })).toBe(0);
    expect(await here.prisma.oneTimeToken.count()).toBe(0);
    expect(await here.prisma.attemptCount.count()).toBe(0);
    expect(await isIn(browser)).toBe(true);
  });
});
