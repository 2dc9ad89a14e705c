import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@cds/service-kit';
import { addPerson } from '../src/people/add-person.js';
import { PrismaService } from '../src/database/prisma.service.js';
import { Module } from '@nestjs/common';
import { beginCodeFlow, type OAuthHarness, startOAuth } from './oauth.harness.js';

const PASSWORD = 'a pike in the reeds';

/** Brings nobody of its own: the people who sign up and in are asked. */
@Module({})
class RealPeople {}

let server: OAuthHarness;
beforeAll(async () => void (server = await startOAuth(undefined, RealPeople)));
afterAll(() => server.stop());

const person = async (email: string) => {
  const prisma = server.gateway.service.app.get(PrismaService);
  const account = await prisma.account.create({ data: { id: newId('account'), name: 'Lake Travis Anglers' } });
  return addPerson(prisma, { accountId: account.id, email, password: PASSWORD });
};

describe('somebody with a password', () => {
  it('signs in on the way, allows the app, and is not asked again', async () => {
    const { accountId } = await person('ann@example.com');
    const [client, browser] = [await server.client(), server.browser()];
    const { page, finish } = await beginCodeFlow({ browser, client });
    expect(page.url.pathname).toBe('/signin');
    expect((await browser.submit(page, { email: 'ann@example.com', password: 'wrong' })).status).toBe(401);
    const asked = await browser.submit(page, { email: 'ann@example.com', password: PASSWORD });
    expect(asked.text).toContain('Lake Travis Anglers');
    const tokens = await finish((await browser.submit(asked, { decision: 'allow' })).url);
    expect((await server.me(tokens.access_token)).body).toMatchObject({ account: { id: accountId, name: 'Lake Travis Anglers' } });
    const again = await beginCodeFlow({ browser, client });
    expect((await again.finish(again.page.url)).access_token).toEqual(expect.any(String));
  });

  it('is asked by a page after the sign-in, though they allowed the app before in another browser', async () => {
    await person('bob@example.com');
    const client = await server.client();
    for (const browser of [server.browser(), server.browser()]) {
      const { page, finish } = await beginCodeFlow({ browser, client });
      const asked = await browser.submit(page, { email: 'bob@example.com', password: PASSWORD });
      expect(asked.text).toContain('name="decision"');
      expect((await finish((await browser.submit(asked, { decision: 'allow' })).url)).scope).toBe('catches:read catches:write');
    }
  });
});

