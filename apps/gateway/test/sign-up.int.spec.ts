import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { problemIn } from './browser.harness.js';
import { PASSWORD, type PeopleHarness, startPeople } from './sign-ins.harness.js';
import { ORDINARY_SCOPES } from '../src/identity/people/scopes-of-people.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople()));
afterAll(() => here.stop());

let count = 0;
const newEmail = (): string => `new-${(count += 1)}@example.com`;
const signUp = (email: string, name = 'Bass & Sons') => here.browser().submit('/signup', '/signup', { name, email });
const personWith = (email: string) => here.prisma.person.findUnique({ where: { email }, include: { account: true } });

describe('signing up', () => {
  it('makes account and person when the link was followed and a password chosen, and nothing before', async () => {
    const email = newEmail();
    expect((await signUp(email.toUpperCase())).status).toBe(200);
    const link = await here.linkTo(email, '/signup/finish');
    const browser = here.browser();
    expect((await browser.open(link)).text).toContain(email);
    expect(await personWith(email)).toBeNull();
    const answer = await browser.submit(link, '/signup/finish', { password: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, '/signin?note=signed-up&returnTo=%2F']);
    const person = await personWith(email);
    expect(person).toMatchObject({
      id: expect.stringMatching(/^usr_/),
      scopes: ORDINARY_SCOPES,
      emailConfirmedAt: here.clock.now(),
      account: { name: 'Bass & Sons', email },
    });
    expect(person?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await (await here.signedIn(email)).open('/account')).text).toContain('Bass &amp; Sons');
    expect((await here.audit(person?.id ?? '')).map(({ action }) => action)).toEqual([
      'person.signed_up',
      'person.signed_in',
    ]);
  });

  it('answers the same for an address that is known, whose owner is told by mail', async () => {
    const { email } = await here.person();
    const [known, unknown] = [await signUp(email), await signUp(newEmail())];
    expect([known.status, known.text.replace(email, '')]).toEqual([
      unknown.status,
      unknown.text.replace(/new-\d+@example.com/, ''),
    ]);
    await eventually(() =>
      expect(here.mailsTo(email)).toEqual([expect.stringContaining('You already have an account')]),
    );
  });

  it.each([
    ['', 'a@example.com', 'The name must have 1 to 200 characters, none of them a control.'],
    ['x'.repeat(201), 'a@example.com', 'The name must have 1 to 200 characters, none of them a control.'],
    ['tfel\u202e', 'a@example.com', 'The name must have 1 to 200 characters, none of them a control.'],
    ['two\nlines', 'a@example.com', 'The name must have 1 to 200 characters, none of them a control.'],
    ['Club', 'nobody', 'This is not an e-mail address.'],
    ['Club', 'a@example.com\r\nBcc: b@example.com', 'This is not an e-mail address.'],
    ['Club', '\u212Aim@example.com', 'This is not an e-mail address.'],
  ])('as %j with %j is refused beside the form', async (name, email, problem) => {
    const answer = await here.browser().submit('/signup', '/signup', { name, email });
    expect([answer.status, problemIn(answer)]).toEqual([400, problem]);
  });

  it('takes a name of 200 characters', async () => {
    expect((await signUp(newEmail(), '🐟'.repeat(200))).status).toBe(200);
  });

  it('is asked for 20 times an hour from one address, and mailed 3 times to one', async () => {
    const [browser, email] = [here.browser(), newEmail()];
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries += 1)
      statuses.push((await browser.submit('/signup', '/signup', { name: 'Club', email })).status);
    expect(statuses).toEqual([...new Array<number>(20).fill(200), 429]);
    await eventually(async () => expect(await here.prisma.mail.count({ where: { recipient: email } })).toBe(0));
    expect(here.mailsTo(email)).toHaveLength(3);
  });

  it('keeps no mail about a new password away', async () => {
    const { email } = await here.person();
    const browser = here.browser();
    for (let tries = 0; tries < 5; tries += 1) await browser.submit('/signup', '/signup', { name: 'Club', email });
    await browser.submit('/password/forgot', '/password/forgot', { email });
    expect(await here.linkTo(email, '/password/reset')).toMatch(/^\/password\/reset/);
  });
});

describe('the link to finish with', () => {
  it('works once', async () => {
    const email = newEmail();
    await signUp(email);
    const link = await here.linkTo(email, '/signup/finish');
    const [browser, other] = [here.browser(), here.browser()];
    await Promise.all([browser.open(link), other.open(link)]);
    const answers = await Promise.all(
      [browser, other].map((one) =>
        one.submit(link, '/signup/finish', { password: PASSWORD }).catch(() => one.open(link)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect((await here.browser().open(link)).status).toBe(410);
  });

  it('works for a day', async () => {
    const email = newEmail();
    await signUp(email);
    const link = await here.linkTo(email, '/signup/finish');
    here.clock.advance(86_400_000 - 1);
    expect((await here.browser().open(link)).status).toBe(200);
    here.clock.advance(1);
    expect((await here.browser().open(link)).status).toBe(410);
  });

  it('stays good when the password is refused', async () => {
    const email = newEmail();
    await signUp(email);
    const link = await here.linkTo(email, '/signup/finish');
    const refused = await here.browser().submit(link, '/signup/finish', { password: 'too short' });
    expect([refused.status, problemIn(refused)]).toEqual([400, 'The password must have at least 10 characters.']);
    expect((await here.browser().submit(link, '/signup/finish', { password: PASSWORD })).status).toBe(303);
  });

  it('makes no second person when the address became somebody’s meanwhile', async () => {
    const email = newEmail();
    await signUp(email);
    const link = await here.linkTo(email, '/signup/finish');
    await here.person({ email });
    expect((await here.browser().submit(link, '/signup/finish', { password: PASSWORD })).status).toBe(409);
  });

  it.each([
    '/signup/finish',
    '/signup/finish?token=',
    '/signup/finish?token=made-up',
    '/password/reset?token=made-up',
    '/email/confirm?token=made-up',
  ])('that is none of ours is told so: %s', async (link) => {
    const answer = await here.browser().open(link);
    expect([answer.status, problemIn(answer)]).toEqual([
      410,
      expect.stringContaining('It was used already, or is too old.'),
    ]);
  });

  it('is stored as a hash alone', async () => {
    const email = newEmail();
    await signUp(email);
    const link = await here.linkTo(email, '/signup/finish');
    const token = link.split('=')[1] ?? '';
    const rows = await here.prisma.oneTimeToken.findMany({ where: { email } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(here.gateway.log)).not.toContain(token);
  });
});
