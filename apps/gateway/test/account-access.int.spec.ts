import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@cds/service-kit';
import type { Person } from '../src/generated/client.js';
import { PASSWORD, type PeopleHarness, startPeople } from './sign-ins.harness.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople()));
afterAll(() => here.stop());

const DAY_MS = 86_400_000;

/** Lets an app act for a person, as their consent would. */
const allow = async ({ id: personId, accountId }: Person): Promise<string> => {
  const now = here.clock.now();
  const client = await here.prisma.oAuthClient.create({
    data: {
      id: newId('oauthClient'),
      accountId,
      name: 'Tournament board',
      redirectUris: [],
      grantTypes: [],
      scopes: ['catches:read'],
      createdAt: now,
      updatedAt: now,
    },
  });
  const grant = { id: newId('oauthGrant'), clientId: client.id, personId, accountId, scopes: ['catches:read'] };
  await here.prisma.oAuthGrant.create({
    data: { ...grant, createdAt: now, expiresAt: new Date(now.getTime() + 365 * DAY_MS) },
  });
  return grant.id;
};
const grantsOf = (personId: string) => here.prisma.oAuthGrant.count({ where: { personId } });

describe('the account’s page', () => {
  it('lists the apps that may act for the account, and ends one', async () => {
    const person = await here.person();
    const [grant, others] = [await allow(person), await here.person()];
    await allow(others);
    const browser = await here.signedIn(person.email);
    const { text } = await browser.open('/account');
    expect(text).toContain('Tournament board');
    expect(text).toContain('see your catches and anglers');
    const ended = await browser.submit('/account', '/account/apps/end', { grant });
    expect(ended).toMatchObject({ status: 303, headers: { location: '/account?note=app-ended' } });
    expect([await grantsOf(person.id), await grantsOf(others.id)]).toEqual([0, 1]);
    expect(await here.audit(grant)).toMatchObject([{ action: 'oauth_grant.revoked' }]);
  });

  it('lists the browsers that are signed in, and signs one out, or all the others', async () => {
    const { email, id } = await here.person();
    const [own, second, third] = [await here.signedIn(email), await here.signedIn(email), await here.signedIn(email)];
    const [last] = await here.prisma.personSession.findMany({ where: { personId: id }, orderBy: { address: 'desc' } });
    expect((await own.open('/account')).text).toContain('This browser');
    await own.submit('/account', '/account/sessions/end', { session: last?.hash ?? '' });
    expect(await here.prisma.personSession.count({ where: { personId: id } })).toBe(2);
    await own.submit('/account', '/account/sessions/end', { session: '' });
    expect((await own.open('/account')).status).toBe(200);
    for (const browser of [second, third]) expect((await browser.open('/account')).status).toBe(303);
  });

  it.each([
    ['sessions', 'session'],
    ['apps', 'grant'],
  ])('refuses a NUL in what %s to end', async (what, field) => {
    const person = await here.person();
    await allow(person);
    await here.signedIn(person.email);
    const browser = await here.signedIn(person.email);
    const answer = await browser.submit('/account', `/account/${what}/end`, { [field]: 'a\0b' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('must not contain NUL');
  });

  it('ends no session and no grant of somebody else', async () => {
    const [person, other] = [await here.person(), await here.person()];
    const grant = await allow(other);
    await allow(person);
    await here.signedIn(other.email);
    await here.signedIn(person.email);
    const [session] = await here.prisma.personSession.findMany({ where: { personId: other.id } });
    const browser = await here.signedIn(person.email);
    await browser.submit('/account', '/account/apps/end', { grant });
    await browser.submit('/account', '/account/sessions/end', { session: session?.hash ?? '' });
    expect(await grantsOf(other.id)).toBe(1);
    expect(await here.prisma.personSession.count({ where: { personId: other.id } })).toBe(1);
  });
});

it('a new password by mail ends what apps were allowed', async () => {
  const person = await here.person();
  await allow(person);
  await here.browser().submit('/password/forgot', '/password/forgot', { email: person.email });
  const link = await here.linkTo(person.email, '/password/reset');
  const { status } = await here.browser().submit(link, '/password/reset', { password: 'a trout in the rapids' });
  expect(status).toBe(303);
  expect(await grantsOf(person.id)).toBe(0);
});

it('a session ends after its longest time, however much it is used', async () => {
  const { email, id } = await here.person();
  const browser = await here.signedIn(email);
  const age = (days: number) =>
    here.prisma.personSession.updateMany({
      where: { personId: id },
      data: { createdAt: new Date(here.clock.now().getTime() - days * DAY_MS) },
    });
  await age(89);
  expect((await browser.open('/account')).status).toBe(200);
  await age(91);
  expect((await browser.open('/account')).status).toBe(303);
  expect((await here.browser().submit('/signin', '/signin', { email, password: PASSWORD })).status).toBe(303);
});
