import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TestBrowser, Page } from './oauth-browser.harness.js';
import { send } from './http.harness.js';
import { DEVICE_GRANT, type OAuthHarness, startOAuth, type TestClient } from './oauth.harness.js';

let server: OAuthHarness;
beforeAll(async () => void (server = await startOAuth()));
afterAll(() => server.stop());

interface Begun {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

const begin = async (client: TestClient, fields: Record<string, string> = {}): Promise<Begun> => {
  const response = await fetch(`${server.url}/oauth/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: client.id, ...fields }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Begun;
};

const poll = async (client: TestClient, code: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const body = new URLSearchParams({ grant_type: DEVICE_GRANT, client_id: client.id, device_code: code });
  const response = await fetch(`${server.url}/oauth/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** As if the device had waited its interval. */
const passInterval = () =>
  server.gateway.pool.query(
    "UPDATE oauth_artifacts SET polled_at = polled_at - interval '5 seconds' WHERE kind = 'DeviceCode'",
  );

const device = () =>
  server.client({ confidential: false, grantTypes: [DEVICE_GRANT, 'refresh_token'], redirectUris: [] });
const enter = async (browser: TestBrowser, code: string): Promise<Page> =>
  browser.submit(await browser.open('/oauth/device'), { user_code: code });

describe('a device', () => {
  it('gets its tokens once the person has entered its code and allowed it', async () => {
    const [client, person] = [await device(), await server.person()];
    const begun = await begin(client);
    expect(begun).toEqual({
      device_code: expect.any(String),
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${server.url}/oauth/device`,
      verification_uri_complete: `${server.url}/oauth/device?user_code=${begun.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect((await poll(client, begun.device_code)).body).toMatchObject({ error: 'authorization_pending' });
    const browser = server.browser(person);
    const confirm = await enter(browser, begun.user_code.toLowerCase());
    for (const text of ['Test app', begun.user_code]) expect(confirm.text).toContain(text);
    const consent = await browser.submit(confirm, { confirm: 'yes' });
    expect(consent.text).toContain('log, change and delete catches');
    const end = await browser.submit(consent, { decision: 'allow' });
    expect([end.status, end.text]).toEqual([200, expect.stringContaining('The device is connected')]);
    await passInterval();
    const { status, body } = await poll(client, begun.device_code);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ scope: 'catches:read catches:write', refresh_token: expect.any(String) }),
    ]);
    expect((await server.me(String(body['access_token']))).body).toMatchObject({ account: { id: person.accountId } });
    expect((await poll(client, begun.device_code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('is told to slow down when it asks again within 5 seconds, and not after', async () => {
    const client = await device();
    const { device_code: code } = await begin(client);
    expect((await poll(client, code)).body['error']).toBe('authorization_pending');
    expect(await poll(client, code)).toMatchObject({ status: 400, body: { error: 'slow_down' } });
    await passInterval();
    expect((await poll(client, code)).body['error']).toBe('authorization_pending');
  });

  it.each(['the code', 'the question'])('is told when the person says no to %s', async (where) => {
    const client = await device();
    const { device_code: code, user_code: shown } = await begin(client);
    const browser = server.browser(await server.person());
    const confirm = await enter(browser, shown);
    const end =
      where === 'the code'
        ? await browser.submit(confirm, { abort: 'yes' })
        : await browser.submit(await browser.submit(confirm, { confirm: 'yes' }), { decision: 'cancel' });
    expect([end.status, end.text]).toEqual([200, expect.stringContaining('Cancelled')]);
    expect(await poll(client, code)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  });

  it('asks for its own scopes alone, and for one resource', async () => {
    const client = await device();
    const ask = async (fields: Record<string, string>) =>
      (await (
        await fetch(`${server.url}/oauth/device_authorization`, {
          method: 'POST',
          body: new URLSearchParams({ client_id: client.id, ...fields }),
        })
      ).json()) as Record<string, unknown>;
    expect(await ask({ scope: 'admin' })).toMatchObject({ error: 'invalid_scope' });
    expect(await ask({ resource: 'https://other.example.com' })).toMatchObject({ error: 'invalid_target' });
  });

  it('of a client without that grant type is refused', async () => {
    const client = await server.client({ confidential: false, grantTypes: ['authorization_code'] });
    const response = await fetch(`${server.url}/oauth/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.id }),
    });
    expect(response.status).toBe(400);
  });

  it('gets nothing by the code of another client’s device', async () => {
    const { device_code: code } = await begin(await device());
    expect((await poll(await device(), code)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a client whose id has a NUL', () => {
  it.each(['token', 'revoke', 'introspect', 'device_authorization'])('is unknown to /oauth/%s', async (endpoint) => {
    const fields = { client_id: 'app_\0', client_secret: 'any', token: 'any', grant_type: 'client_credentials' };
    const answer = await fetch(`${server.url}/oauth/${endpoint}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
  });
});

describe('the page for the code', () => {
  it('shows the code of a link without a script, and asks all the same', async () => {
    const begun = await begin(await device());
    const browser = server.browser(await server.person());
    const page = await browser.open(
      new URL(begun.verification_uri_complete).pathname + new URL(begun.verification_uri_complete).search,
    );
    expect(page.text).toContain(`value="${begun.user_code}"`);
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await browser.submit(page, { user_code: begun.user_code })).text).toContain('Test app');
  });

  it('sends who is not signed in to sign in, and goes on afterwards', async () => {
    const client = await device();
    const { device_code: code, user_code: shown } = await begin(client);
    const browser = server.browser();
    const sent = await browser.submit(await enter(browser, shown), { confirm: 'yes' });
    expect(sent.url.pathname).toBe('/test-sign-in');
    browser.setCookie('person', (await server.person()).personId);
    const consent = await browser.open(sent.url.searchParams.get('returnTo') ?? '');
    await browser.submit(consent, { decision: 'allow' });
    expect((await poll(client, code)).status).toBe(200);
  });

  it.each([
    ['a code that nobody shows', 'BBBB-BBBB', 'No device is waiting'],
    ['no code', '', 'Enter the code'],
    ['what is no code', '"><script>', 'No device is waiting'],
  ])('asks again for %s', async (_kind, code, reason) => {
    const page = await enter(server.browser(), code);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(reason)]);
    expect(page.text).not.toContain('<script');
  });

  it('says that the app of a code is not there any more', async () => {
    const client = await device();
    const { user_code: code } = await begin(client);
    await server.gateway.pool.query('UPDATE oauth_clients SET deleted_at = now() WHERE id = $1', [client.id]);
    expect((await enter(server.browser(), code)).text).toContain('no longer registered here');
  });

  it('takes a code once', async () => {
    const { user_code: code } = await begin(await device());
    const browser = server.browser(await server.person());
    await browser.submit(await enter(browser, code), { confirm: 'yes' });
    expect((await enter(browser, code)).text).toContain('already been used');
  });

  it('takes no code that is over ten minutes old, of which the device is told', async () => {
    const client = await device();
    const begun = await begin(client);
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    try {
      expect((await enter(server.browser(), begun.user_code)).text).toContain('has expired');
      expect(await poll(client, begun.device_code)).toMatchObject({ status: 400, body: { error: 'expired_token' } });
    } finally {
      later.mockRestore();
    }
  });

  it('is kept for minutes while nobody has signed in, and for a day from then on', async () => {
    const lifetimes = async (): Promise<number[]> => {
      const { rows } = await server.gateway.pool.query<{ minutes: number }>(
        `SELECT ceil(extract(epoch FROM max(expires_at) - now()) / 60)::int AS minutes FROM oauth_artifacts
         WHERE kind = 'Session'`,
      );
      return rows.map(({ minutes }) => minutes);
    };
    await server.gateway.pool.query("DELETE FROM oauth_artifacts WHERE kind = 'Session'");
    const { user_code: code } = await begin(await device());
    const browser = server.browser(await server.person());
    const page = await enter(browser, code);
    expect(await lifetimes()).toEqual([10]);
    await browser.submit(page, { confirm: 'yes' });
    expect(await lifetimes()).toEqual([24 * 60]);
  });

  it('takes no form of another browser', async () => {
    const { user_code: code } = await begin(await device());
    const page = await server.browser().open('/oauth/device');
    const answer = await server.browser().submit(page, { user_code: code });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('Test app');
    expect(answer.text).toContain('Code that the device shows');
  });

  it('is shown anew to a browser that the server has not met', async () => {
    for (const [method, path] of [
      ['POST', '/oauth/device'],
      ['GET', '/oauth/device/unknown'],
    ] as const) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await send(server.url, path, {
        method,
        headers,
        ...(method === 'POST' && { body: 'user_code=A' }),
      });
      expect([path, answer.status, answer.headers['location']]).toEqual([path, 303, '/oauth/device']);
    }
  });
});
