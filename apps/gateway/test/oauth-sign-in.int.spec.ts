import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { beginCodeFlow, type OAuthHarness, startOAuth } from './oauth.harness.js';
import { PASSWORD, personWithPassword, RealPeopleModule } from './real-people.harness.js';

let server: OAuthHarness;
beforeAll(async () => void (server = await startOAuth(undefined, RealPeopleModule)));
afterAll(() => server.stop());

const person = (email: string) => personWithPassword(server.gateway, email);

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
    expect((await server.me(tokens.access_token)).body).toMatchObject({
      account: { id: accountId, name: 'Lake Travis Anglers' },
    });
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
      expect((await finish((await browser.submit(asked, { decision: 'allow' })).url)).scope).toBe(
        'catches:read catches:write',
      );
    }
  });
});
