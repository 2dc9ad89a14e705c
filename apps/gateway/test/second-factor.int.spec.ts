import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import { type Browser, hiddenFields, problemIn } from './browser.harness.js';
import {
  codeAt,
  passFirstStep,
  personWithApp,
  recoveryCodesIn,
  secretIn,
  sendCode,
  STEP_MS,
  wrongCode,
} from './second-factor.harness.js';
import { PASSWORD, type PeopleHarness, startPeople } from './sign-ins.harness.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople()));
afterAll(() => here.stop());

const SECURITY = '/account/security';
const STEP = '/signin/second-factor';
const isIn = async (browser: Browser): Promise<boolean> => (await browser.open('/account')).status === 200;
const next = (): void => here.clock.advance(STEP_MS);
const actions = async (personId: string) => (await here.audit(personId)).map(({ action }) => action);

describe('an authenticator app', () => {
  it('is set up by its code, brings ten recovery codes, and is told of by mail', async () => {
    const { browser, secret, recoveryCodes, person } = await personWithApp(here);
    expect(recoveryCodes).toHaveLength(10);
    expect(await isIn(browser)).toBe(true);
    await eventually(() => expect(here.mailsTo(person.email).at(-1)).toContain('A second factor was added'));
    expect(await actions(person.id)).toEqual(['person.signed_in', 'person.totp_added']);
    const stored = await here.prisma.personTotp.findUniqueOrThrow({ where: { personId: person.id } });
    expect(JSON.stringify({ ...stored, lastStep: null })).not.toContain(secret);
  });

  it('signs out the browsers of the person that have not shown it', async () => {
    const person = await here.person();
    const stale = await here.signedIn(person.email);
    const browser = await here.signedIn(person.email);
    const secret = secretIn(await browser.open(`${SECURITY}/totp`));
    await browser.submit(`${SECURITY}/totp`, `${SECURITY}/totp`, { code: codeAt(secret, here.clock.now()) });
    expect([await isIn(browser), await isIn(stale)]).toEqual([true, false]);
  });

  it.each(['12345', '12345é', '１２３４５'])(
    'is not set up by the code %j, and the page keeps its key',
    async (code) => {
      const person = await here.person();
      const browser = await here.signedIn(person.email);
      const key = /Key: <code>([^<]+)</.exec((await browser.open(`${SECURITY}/totp`)).text)?.[1];
      const answer = await browser.submit(`${SECURITY}/totp`, `${SECURITY}/totp`, { code });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(key);
      expect((await here.prisma.person.findUniqueOrThrow({ where: { id: person.id } })).secondFactorSince).toBeNull();
    },
  );

  it('is asked for after the password, before which nobody is signed in', async () => {
    const { person, secret } = await personWithApp(here);
    const browser = here.browser();
    const first = await browser.submit('/signin?returnTo=%2Fdocs', '/signin', {
      email: person.email,
      password: PASSWORD,
    });
    expect(first.headers.location).toBe(`${STEP}?returnTo=%2Fdocs`);
    expect(await isIn(browser)).toBe(false);
    next();
    const second = await browser.submit(`${STEP}?returnTo=%2Fdocs`, STEP, { code: codeAt(secret, here.clock.now()) });
    expect([second.status, second.headers.location]).toEqual([303, '/docs']);
    expect(await isIn(browser)).toBe(true);
  });

  it('has codes that are good once, and older ones not after a newer one', async () => {
    const { person, secret } = await personWithApp(here);
    next();
    const [code, before] = [
      codeAt(secret, here.clock.now()),
      codeAt(secret, new Date(here.clock.now().getTime() - STEP_MS)),
    ];
    const [one, other] = [here.browser(), here.browser()];
    for (const browser of [one, other]) await passFirstStep(browser, person);
    expect((await sendCode(one, code)).status).toBe(303);
    for (const used of [code, before]) expect((await sendCode(other, used)).status).toBe(401);
    expect([await isIn(one), await isIn(other)]).toEqual([true, false]);
  });

  it('lets one of several in who send the same code at once', async () => {
    const { person, secret } = await personWithApp(here);
    next();
    const browser = here.browser();
    await passFirstStep(browser, person);
    const token = /name="_csrf" value="([^"]+)"/.exec((await browser.open(STEP)).text)?.[1] ?? '';
    const code = codeAt(secret, here.clock.now());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.copy().post(STEP, { _csrf: token, code })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it('is removed, and with it the recovery codes; the password alone is asked for then', async () => {
    const { person, browser } = await personWithApp(here);
    await browser.submit(SECURITY, `${SECURITY}/totp/remove`);
    expect(await here.prisma.recoveryCode.count({ where: { personId: person.id } })).toBe(0);
    expect((await passFirstStep(here.browser(), person)).headers.location).toBe('/account');
    expect((await actions(person.id)).at(-2)).toBe('person.totp_removed');
    await eventually(() =>
      expect(here.mailsTo(person.email).some((mail) => mail.includes('A second factor was removed'))).toBe(true),
    );
  });
});

describe('a recovery code', () => {
  it('lets in once, and tells of it', async () => {
    const { person, recoveryCodes } = await personWithApp(here);
    const [code = ''] = recoveryCodes;
    const [one, other] = [here.browser(), here.browser()];
    for (const browser of [one, other]) await passFirstStep(browser, person);
    expect((await sendCode(one, ` ${code.toUpperCase()} `)).status).toBe(303);
    expect((await sendCode(other, code)).status).toBe(401);
    expect(await here.prisma.recoveryCode.count({ where: { personId: person.id } })).toBe(9);
    expect(await actions(person.id)).toContain('person.recovery_code_used');
    await eventually(() =>
      expect(here.mailsTo(person.email).some((mail) => mail.includes('A recovery code was used'))).toBe(true),
    );
  });

  it('is nobody else’s', async () => {
    const [{ recoveryCodes }, { person }] = [await personWithApp(here), await personWithApp(here)];
    const browser = here.browser();
    await passFirstStep(browser, person);
    expect((await sendCode(browser, recoveryCodes[0] ?? '')).status).toBe(401);
  });

  it('no longer works once new ones were made', async () => {
    const { person, recoveryCodes, browser } = await personWithApp(here);
    const made = recoveryCodesIn(await browser.submit(SECURITY, `${SECURITY}/recovery-codes`));
    expect(made).toHaveLength(10);
    const again = here.browser();
    await passFirstStep(again, person);
    expect((await sendCode(again, recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await sendCode(again, made[0] ?? '')).status).toBe(303);
  });

  it('is made once by one form, so that a page with new ones can be loaded again', async () => {
    const { person, browser } = await personWithApp(here);
    const [page, path] = [await browser.open(SECURITY), `${SECURITY}/recovery-codes`];
    const form = hiddenFields(page.text, path);
    const [made = ''] = recoveryCodesIn(await browser.post(path, form));
    const { status, headers } = await browser.post(path, form);
    expect([status, headers.location]).toEqual([303, `${SECURITY}?note=codes-kept`]);
    expect((await browser.open(headers.location ?? '')).text).toContain('No more recovery codes were created');
    expect((await actions(person.id)).filter((action) => action === 'person.recovery_codes_made')).toHaveLength(1);
    const again = here.browser();
    await passFirstStep(again, person);
    expect((await sendCode(again, made)).status).toBe(303);
    expect(recoveryCodesIn(await browser.submit(SECURITY, path))).toHaveLength(10);
  });

  it('of the first factor stays when its page is loaded again', async () => {
    const person = await here.person();
    const browser = await here.signedIn(person.email);
    const path = `${SECURITY}/totp`;
    const page = await browser.open(path);
    const form = { ...hiddenFields(page.text, path), code: codeAt(secretIn(page), here.clock.now()) };
    const [code = ''] = recoveryCodesIn(await browser.post(path, form));
    expect((await browser.post(path, form)).headers.location).toBe(`${SECURITY}?note=not-changed`);
    const again = here.browser();
    await passFirstStep(again, person);
    expect((await sendCode(again, code)).status).toBe(303);
  });

  it('is not made for who has no second factor', async () => {
    const { email, id } = await here.person();
    const browser = await here.signedIn(email);
    const { text } = await browser.open('/signin');
    const token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const { headers } = await browser.post(`${SECURITY}/recovery-codes`, { _csrf: token });
    expect(headers.location).toBe(`${SECURITY}?note=not-changed`);
    expect(await here.prisma.recoveryCode.count({ where: { personId: id } })).toBe(0);
  });
});

describe('a stolen session', () => {
  it.each([`${SECURITY}/totp`, `${SECURITY}/totp/remove`, `${SECURITY}/recovery-codes`, `${SECURITY}/passkeys/remove`])(
    'that is older than a quarter of an hour changes nothing at %s',
    async (action) => {
      const { person, browser } = await personWithApp(here);
      const token = /name="_csrf" value="([^"]+)"/.exec((await browser.open(SECURITY)).text)?.[1] ?? '';
      here.clock.advance(15 * 60_000);
      const before = await here.prisma.recoveryCode.findMany({ where: { personId: person.id } });
      const answer = await browser.post(action, { _csrf: token, code: '000000' });
      expect(answer.headers.location).toMatch(/^\/signin\?returnTo=.+&note=confirm$/);
      expect(await here.prisma.recoveryCode.findMany({ where: { personId: person.id } })).toEqual(before);
      expect(await here.prisma.personTotp.count({ where: { personId: person.id } })).toBe(1);
    },
  );

  it('changes no password with the old one, as long as the second factor was not shown lately', async () => {
    const { person, browser } = await personWithApp(here);
    here.clock.advance(15 * 60_000);
    const { status, headers } = await browser.open('/password/change');
    expect([status, headers.location]).toEqual([303, '/signin?returnTo=%2Fpassword%2Fchange&note=confirm']);
    const { passwordHash } = await here.prisma.person.findUniqueOrThrow({ where: { id: person.id } });
    expect(passwordHash).toBe(person.passwordHash);
  });
});

describe('the first step of a sign-in', () => {
  it('is worth nothing after ten minutes', async () => {
    const { person, recoveryCodes } = await personWithApp(here);
    const browser = here.browser();
    await passFirstStep(browser, person);
    const token = /name="_csrf" value="([^"]+)"/.exec((await browser.open(STEP)).text)?.[1] ?? '';
    here.clock.advance(600_000);
    const answer = await browser.post(STEP, { _csrf: token, code: recoveryCodes[0] ?? '' });
    expect(answer.headers.location).toBe('/signin?returnTo=%2Faccount');
    expect(await here.prisma.recoveryCode.count({ where: { personId: person.id } })).toBe(10);
  });

  it('is worth nothing once the password was changed, which leaves the second factor as it is', async () => {
    const { person, recoveryCodes } = await personWithApp(here);
    const thief = here.browser();
    await passFirstStep(thief, person);
    const token = /name="_csrf" value="([^"]+)"/.exec((await thief.open(STEP)).text)?.[1] ?? '';
    await here.browser().submit('/password/forgot', '/password/forgot', { email: person.email });
    const link = await here.linkTo(person.email, '/password/reset');
    await here.browser().submit(link, '/password/reset', { password: 'a trout in the rapids' });
    const code = recoveryCodes[0] ?? '';
    expect((await thief.post(STEP, { _csrf: token, code })).headers.location).toBe('/signin?returnTo=%2Faccount');
    const own = here.browser();
    const first = await own.submit('/signin', '/signin', { email: person.email, password: 'a trout in the rapids' });
    expect(first.headers.location).toBe(STEP);
    expect((await sendCode(own, code)).status).toBe(303);
  });

  it('is nothing without one: the page leads back to the sign-in', async () => {
    expect((await here.browser().open(STEP)).headers.location).toBe('/signin?returnTo=%2Faccount');
  });
});

describe('guesses at the code of somebody whose password is known', () => {
  it('are ten in a quarter of an hour from all addresses together, all at once too', async () => {
    const { person, secret, recoveryCodes } = await personWithApp(here);
    const bystander = await personWithApp(here);
    next();
    const code = wrongCode(secret, here.clock.now());
    const answers = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const browser = here.browser();
        await passFirstStep(browser, person);
        return sendCode(browser, code);
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const own = here.browser();
    await passFirstStep(own, person);
    const right = await sendCode(own, codeAt(secret, here.clock.now()));
    expect([right.status, problemIn(right)]).toEqual([429, 'Too many attempts. Try again in 15 minutes.']);
    expect((await sendCode(own, recoveryCodes[0] ?? '')).status).toBe(303);
    const other = here.browser();
    await passFirstStep(other, bystander.person);
    expect((await sendCode(other, codeAt(bystander.secret, here.clock.now()))).status).toBe(303);
    await eventually(() =>
      expect(here.mailsTo(person.email).filter((mail) => mail.includes('Somebody has your password'))).toHaveLength(1),
    );
  });

  it('are fifty in a day', async () => {
    const { person, secret } = await personWithApp(here);
    const browser = here.browser();
    await passFirstStep(browser, person);
    const token = /name="_csrf" value="([^"]+)"/.exec((await browser.open(STEP)).text)?.[1] ?? '';
    const code = wrongCode(secret, here.clock.now());
    const counts: number[] = [];
    for (let quarter = 0; quarter < 7; quarter += 1) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => browser.copy().post(STEP, { _csrf: token, code })),
      );
      counts.push(answers.filter(({ status }) => status === 401).length);
      await here.prisma.attemptCount.deleteMany({ where: { key: { startsWith: 'code_quarter' } } });
    }
    expect(counts).toEqual([10, 10, 10, 10, 10, 0, 0]);
  });
});
