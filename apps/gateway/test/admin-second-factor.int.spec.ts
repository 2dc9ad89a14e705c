import { SCOPES } from '@cds/contracts';
import { eventually } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignIns } from '../src/identity/people/sign-ins.js';
import { problemOf } from './http.harness.js';
import { openPortal } from './portal-session.harness.js';
import { codeAt, passFirstStep, personWithApp, sendCode, STEP_MS } from './second-factor.harness.js';
import { type PeopleHarness, startPeople } from './sign-ins.harness.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople({ environment: { ADMIN_SECOND_FACTOR: 'required' } })));
afterAll(() => here.stop());

const scopesOf = async (personId: string) => (await here.gateway.service.app.get(SignIns).person(personId))?.scopes;
const end = (accountId: string, key?: string) =>
  here.gateway.call(`/v1/accounts/${accountId}/second-factors`, {
    method: 'DELETE',
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  });

describe('where administrators need a second factor', () => {
  it('one without it has every other scope, and is led to set one up', async () => {
    const person = await here.person({ scopes: SCOPES });
    expect(await scopesOf(person.id)).toEqual(SCOPES.filter((scope) => scope !== 'admin'));
    const browser = here.browser();
    const signedIn = await passFirstStep(browser, person);
    expect(signedIn.headers.location).toBe('/account/security?note=admin');
    const { person: shown } = JSON.parse((await browser.open('/portal/session')).text) as { person: object };
    expect(shown).toMatchObject({ second_factor_since: null, scopes: SCOPES.filter((scope) => scope !== 'admin') });
    for (const path of ['/account', '/account/security'])
      expect((await browser.open(path)).text).toContain('once you have a second factor');
  });

  it('one without it may not delete their account either', async () => {
    const page = await openPortal(here, { scopes: SCOPES });
    expect(problemOf(await page.call('/portal/account', { method: 'DELETE' }))).toMatchObject({
      status: 409,
      code: 'account.own',
    });
  });

  it('one with it has all of theirs', async () => {
    const { person, secret, browser } = await personWithApp(here, { scopes: SCOPES });
    expect(await scopesOf(person.id)).toEqual(SCOPES);
    expect((await browser.open('/account')).text).not.toContain('once you have a second factor');
    here.clock.advance(STEP_MS);
    const again = here.browser();
    await passFirstStep(again, person);
    const { headers } = await sendCode(again, codeAt(secret, here.clock.now()));
    expect(headers.location).toBe('/account');
  });

  it('everybody else is let alone', async () => {
    const person = await here.person();
    expect((await passFirstStep(here.browser(), person)).headers.location).toBe('/account');
  });
});

describe('an administrator', () => {
  it('ends the second factor of somebody who lost it: the password alone lets in, and a mail tells', async () => {
    const { person, browser } = await personWithApp(here, { scopes: SCOPES });
    expect((await end(person.accountId)).status).toBe(204);
    expect((await browser.open('/account')).status).toBe(303);
    expect(await scopesOf(person.id)).not.toContain('admin');
    expect((await passFirstStep(here.browser(), person)).headers.location).toBe('/account/security?note=admin');
    const where = { personId: person.id };
    expect([await here.prisma.personTotp.count({ where }), await here.prisma.recoveryCode.count({ where })]).toEqual([
      0, 0,
    ]);
    expect(await here.audit(person.id)).toContainEqual({ action: 'person.second_factors_ended', details: null });
    await eventually(() =>
      expect(here.mailsTo(person.email).some((mail) => mail.includes('ended by an administrator'))).toBe(true),
    );
  });

  it('changes nothing for who has none, and finds no account that is not there', async () => {
    const person = await here.person();
    const browser = await here.signedIn(person.email);
    expect((await end(person.accountId)).status).toBe(204);
    expect((await browser.open('/account')).status).toBe(200);
    expect(problemOf(await end('acc_01h455vb4pex5vsknk084sn02q'))).toMatchObject({
      status: 404,
      code: 'account.not_found',
    });
  });

  it('is the only one who may', async () => {
    const { person } = await personWithApp(here);
    const { key } = await here.gateway.storeKey({ accountId: person.accountId, scopes: ['keys:write'] });
    expect(problemOf(await end(person.accountId, key))).toMatchObject({ status: 403, code: 'auth.scope' });
    expect(await here.prisma.personTotp.count({ where: { personId: person.id } })).toBe(1);
  });
});
