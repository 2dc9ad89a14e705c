import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problemOf } from './http.harness.js';
import { PASSWORD, type PeopleHarness, startPeople } from './sign-ins.harness.js';

let here: PeopleHarness;
beforeAll(async () => void (here = await startPeople()));
afterAll(() => here.stop());

const add = (email: string, password: string) =>
  here.gateway.call('/v1/accounts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Club', email, password }),
  });

describe('an account that is added with a password', () => {
  it('has a person who signs in, and who is signed out when the account is deleted', async () => {
    const answer = await add('Club@example.com', PASSWORD);
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain(PASSWORD);
    const browser = await here.signedIn('club@example.com');
    expect((await browser.open('/account')).status).toBe(200);
    const { id } = JSON.parse(answer.text) as { id: string };
    expect((await here.gateway.call(`/v1/accounts/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await browser.open('/account')).status).toBe(303);
    expect(
      (await here.browser().submit('/signin', '/signin', { email: 'club@example.com', password: PASSWORD })).status,
    ).toBe(401);
    expect((await add('club@example.com', PASSWORD)).status).toBe(201);
  });

  it.each(['too short', 'x'.repeat(201), 'Password123', 'weak@example.com'])(
    'is not added with %s',
    async (password) => {
      const problem = problemOf(await add('weak@example.com', password));
      expect(problem).toMatchObject({ status: 400, code: 'request.invalid', errors: [{ pointer: '/password' }] });
      expect(await here.prisma.account.count({ where: { email: 'weak@example.com' } })).toBe(0);
    },
  );

  it('is not added when somebody signs in with the address', async () => {
    const { email } = await here.person();
    expect(problemOf(await add(email, PASSWORD))).toMatchObject({ status: 409, code: 'person.email_taken' });
    expect(await here.prisma.account.count({ where: { email } })).toBe(0);
  });
});
