import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@cds/testing';
import * as oauth from 'openid-client';
import { beginCodeFlow, codeFlow, type OAuthHarness, REDIRECT, startOAuth } from './oauth.harness.js';
import { testPeople } from './people.harness.js';

let server: OAuthHarness;
beforeAll(async () => void (server = await startOAuth()));
afterAll(() => server.stop());

const audited = async (targetOrActor: string): Promise<string[]> =>
  (
    await server.gateway.pool.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE actor_id = $1 OR target_id = $1 ORDER BY id',
      [targetOrActor],
    )
  ).rows.map(({ action }) => action);

describe('a person who is signed in', () => {
  it('is shown a page whose policy is whole, whatever address an app was once registered with', async () => {
    const redirectUri = 'https://a.example;sandbox/cb';
    const client = await server.client({ redirectUris: [redirectUri] });
    const { page } = await beginCodeFlow({ browser: server.browser(await server.person()), client, redirectUri });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https:; frame-ancestors 'none'");
  });

  it('is asked in words, and lets the app act for their account', async () => {
    const [client, person] = [await server.client(), await server.person()];
    const browser = server.browser(person);
    const { page, finish } = await beginCodeFlow({ browser, client });
    expect(page.status).toBe(200);
    for (const text of [
      'Test app',
      'log, change and delete catches',
      'app.example.com',
      'ann@example.com',
      'Test account',
    ])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://app.example.com; frame-ancestors 'none'",
    );
    const tokens = await finish((await browser.submit(page, { decision: 'allow' })).url);
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      scope: 'catches:read catches:write',
      expires_in: 900,
      refresh_token: expect.any(String),
    });
    expect(await server.me(tokens.access_token)).toEqual({
      status: 200,
      body: {
        account: { id: person.accountId, name: person.accountName },
        credential: { type: 'access_token', id: client.id, name: 'Test app' },
        scopes: ['catches:read', 'catches:write'],
      },
    });
    expect(await audited(person.personId)).toEqual(['oauth_grant.given']);
  });

  it('is not asked again for the same scopes, and is for more', async () => {
    const [client, person] = [await server.client(), await server.person()];
    const browser = server.browser(person);
    await codeFlow({ browser, client, scope: 'catches:read' });
    const again = await beginCodeFlow({ browser, client, scope: 'catches:read' });
    expect(again.page.url.href).toMatch(/^https:\/\/app\.example\.com\/callback\?code=/);
    expect((await again.finish(again.page.url)).scope).toBe('catches:read');
    const more = await beginCodeFlow({ browser, client });
    expect(more.page.text).toContain('catches:write');
    expect((await more.finish((await browser.submit(more.page, { decision: 'allow' })).url)).scope).toBe(
      'catches:read catches:write',
    );
  });

  it('can say no, which the app is told', async () => {
    const browser = server.browser(await server.person());
    const { page, finish, state } = await beginCodeFlow({ browser, client: await server.client() });
    const end = await browser.submit(page, { decision: 'cancel' });
    expect(Object.fromEntries(end.url.searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state,
      iss: server.url,
    });
    await expect(finish(end.url)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('hands on no scope that they lack', async () => {
    const [client, person] = [await server.client(), await server.person(['catches:read'])];
    const tokens = await codeFlow({ browser: server.browser(person), client });
    expect(tokens.scope).toBe('catches:read');
  });

  it('who has none of the scopes can only go back', async () => {
    const browser = server.browser(await server.person(['species:read']));
    const { page } = await beginCodeFlow({ browser, client: await server.client() });
    expect(page.text).toContain('you do not have yourself');
    expect(page.text).not.toContain('value="allow"');
    expect((await browser.submit(page, { decision: 'allow' })).url.searchParams.get('error')).toBe('access_denied');
    const again = await beginCodeFlow({ browser, client: await server.client() });
    expect(again.page.url.searchParams.get('error')).toBe('access_denied');
  });

  it('hands on nothing any more once they lost it, by a refresh either', async () => {
    const [client, person] = [await server.client(), await server.person()];
    const tokens = await codeFlow({ browser: server.browser(person), client });
    testPeople.set(person.personId, { ...person, scopes: ['catches:read'] });
    expect((await oauth.refreshTokenGrant(client.config, tokens.refresh_token ?? '')).scope).toBe('catches:read');
    testPeople.delete(person.personId);
    await expect(oauth.refreshTokenGrant(client.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('can become somebody else before they answer', async () => {
    const [client, ann, bob] = [await server.client(), await server.person(), await server.person()];
    const browser = server.browser(ann);
    const { page, finish } = await beginCodeFlow({ browser, client });
    expect(page.text).toMatch(/href="\/test-sign-in\?returnTo=%2Foauth%2Finteractions%2F/);
    browser.setCookie('person', bob.personId);
    const asked = await browser.submit(page, { decision: 'allow' });
    expect(asked.text).toContain('name="decision"');
    const tokens = await finish((await browser.submit(asked, { decision: 'allow' })).url);
    expect((await server.me(tokens.access_token)).body).toMatchObject({ account: { id: bob.accountId } });
    expect(await audited(ann.personId)).toEqual([]);
  });

  it('is asked anew after another one of the same browser', async () => {
    const [client, ann, bob] = [await server.client(), await server.person(), await server.person()];
    const browser = server.browser(ann);
    await codeFlow({ browser, client });
    browser.setCookie('person', bob.personId);
    const { page } = await beginCodeFlow({ browser, client });
    expect(page.text).toContain('name="decision"');
  });
});

describe('somebody who is not signed in', () => {
  it('is sent to sign in, and comes back to the question', async () => {
    const [client, person, browser] = [await server.client(), await server.person(), server.browser()];
    const { page, finish } = await beginCodeFlow({ browser, client });
    expect(page.url.pathname).toBe('/test-sign-in');
    const returnTo = page.url.searchParams.get('returnTo') ?? '';
    expect(returnTo).toMatch(/^\/oauth\/interactions\/[\w-]+$/);
    browser.setCookie('person', person.personId);
    const asked = await browser.open(returnTo);
    expect((await finish((await browser.submit(asked, { decision: 'allow' })).url)).scope).toBe(
      'catches:read catches:write',
    );
  });

  it('is refused at once with prompt=none', async () => {
    const { page } = await beginCodeFlow({
      browser: server.browser(),
      client: await server.client(),
      more: { prompt: 'none' },
    });
    expect(page.url.searchParams.get('error')).toBe('login_required');
  });
});

describe('the question', () => {
  it('takes no answer without the token of its form', async () => {
    const browser = server.browser(await server.person());
    const { page } = await beginCodeFlow({ browser, client: await server.client() });
    expect((await browser.submit(page, { decision: 'allow', csrf: 'x'.repeat(43) })).status).toBe(400);
    expect((await browser.submit({ ...page, text: '' }, { decision: 'allow' })).status).toBe(400);
  });

  it('takes no answer from another browser', async () => {
    const person = await server.person();
    const { page } = await beginCodeFlow({ browser: server.browser(person), client: await server.client() });
    expect((await server.browser(person).submit(page, { decision: 'allow' })).status).toBe(410);
  });

  it('is over once it was answered', async () => {
    const browser = server.browser(await server.person());
    const { page } = await beginCodeFlow({ browser, client: await server.client() });
    await browser.submit(page, { decision: 'allow' });
    expect((await browser.submit(page, { decision: 'allow' })).status).toBe(410);
  });
});

describe('an authorization request', () => {
  const problemOf = async (more: Record<string, string>, facts: Parameters<OAuthHarness['client']>[0] = {}) => {
    const { page } = await beginCodeFlow({
      browser: server.browser(await server.person()),
      client: await server.client(facts),
      more,
    });
    return page;
  };

  it.each([
    ['PKCE by plain text', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['a scope that is not the client’s', { scope: 'catches:read admin' }, 'invalid_scope'],
    ['a scope that nobody knows', { scope: 'openid' }, 'invalid_scope'],
    ['a script to come back by', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['another resource', { resource: 'https://other.example.com' }, 'invalid_target'],
    ['a response type other than code', { response_type: 'token' }, 'unsupported_response_type'],
  ])('with %s is refused, which the app is told', async (_kind, more, error) => {
    const { url } = await problemOf(more);
    expect(url.origin + url.pathname).toBe(REDIRECT);
    expect(new URLSearchParams(url.search || url.hash.slice(1)).get('error')).toBe(error);
  });

  it.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback?a=b',
    'https://APP.example.com/other',
    'http://app.example.com/callback',
    'https://app.example.com:8443/callback',
    'https://evil.example.com/callback',
  ])('to go back to %s is refused with a page', async (uri) => {
    const page = await problemOf({ redirect_uri: uri });
    expect(page.status).toBe(400);
    expect(page.url.origin).toBe(server.url);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('The app wants to continue at an address that is not registered for it.');
    expect(page.text).toContain('<code>invalid_redirect_uri</code>');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('of an unknown client is refused with a page', async () => {
    const page = await problemOf({ client_id: 'app_01h455vb4pex5vsknk084sn02q' });
    expect([page.status, page.url.origin]).toEqual([400, server.url]);
    expect(page.text).toContain('The app is not registered here, or it has been deleted.');
    expect(page.text).toContain('Details for the developer: <code>invalid_client</code> client is invalid');
  });

  it('that is not of this browser is refused with a page', async () => {
    const page = await server.browser().open('/oauth/authorize/unknown');
    expect(page.status).toBe(400);
    expect(page.text).toContain('The sign-in has expired, or it began in another browser.');
  });

  it('takes what it is given as text alone', async () => {
    const page = await problemOf({ client_id: '<b>x</b>' });
    expect(page.text).not.toContain('<b>x</b>');
  });

  it.each(['http://127.0.0.1:51999/cb', 'http://[::1]:8080/cb'])(
    'of a native app may come back to any port: %s',
    async (uri) => {
      const client = await server.client({
        redirectUris: ['http://127.0.0.1/cb', 'http://[::1]:3000/cb'],
        confidential: false,
      });
      const [browser, redirectUri] = [server.browser(await server.person()), uri];
      const first = await beginCodeFlow({ browser, client, redirectUri });
      const end = await browser.submit(first.page, { decision: 'allow' });
      expect(end.url.href).toContain(`${uri}?code=`);
      expect((await first.finish(end.url)).access_token).toEqual(expect.any(String));
      const again = await beginCodeFlow({ browser, client, redirectUri });
      expect(again.page.text).toContain('name="decision"');
    },
  );

  it('of a native app comes back to no other path nor host', async () => {
    const client = await server.client({ redirectUris: ['http://127.0.0.1/cb'], confidential: false });
    for (const redirectUri of [
      'http://127.0.0.1:1234/other',
      'http://localhost:1234/cb',
      'http://127.0.0.2:1234/cb',
      'https://127.0.0.1:1234/cb',
    ]) {
      expect((await beginCodeFlow({ browser: server.browser(), client, redirectUri })).page.status).toBe(400);
    }
  });
});

describe('a code', () => {
  const code = async () => {
    const client = await server.client();
    const browser = server.browser(await server.person());
    const begun = await beginCodeFlow({ browser, client });
    return { client, ...begun, end: (await browser.submit(begun.page, { decision: 'allow' })).url };
  };
  const exchange = async (client: { id: string; secret: string | undefined }, fields: Record<string, string>) => {
    const basic = Buffer.from(`${client.id}:${client.secret ?? ''}`).toString('base64');
    const response = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: REDIRECT, ...fields }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another address to go back to', { redirect_uri: 'https://app.example.com/other' }],
  ])('is worth nothing with %s', async (_kind, fields) => {
    const { client, end, verifier } = await code();
    expect(
      await exchange(client, { code: end.searchParams.get('code') ?? '', code_verifier: verifier, ...fields }),
    ).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('is worth nothing to another client', async () => {
    const { end, verifier } = await code();
    expect(
      await exchange(await server.client(), { code: end.searchParams.get('code') ?? '', code_verifier: verifier }),
    ).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('works once: used again, it ends the tokens that it gave', async () => {
    const { client, end, verifier } = await code();
    const fields = { code: end.searchParams.get('code') ?? '', code_verifier: verifier };
    const { body } = await exchange(client, fields);
    expect((await server.me(body['access_token'] ?? '')).status).toBe(200);
    expect(await exchange(client, fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await eventually(async () => expect((await server.me(body['access_token'] ?? '')).status).toBe(401));
    await expect(oauth.refreshTokenGrant(client.config, body['refresh_token'] ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('gives no tokens when its grant ends while it is exchanged, nor does a refresh token', async () => {
    const [used, refreshed] = [await code(), await code()];
    const { refresh_token: refreshToken } = await refreshed.finish(refreshed.end);
    await server.gateway.pool.query(
      `CREATE FUNCTION end_grant() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN DELETE FROM oauth_grants WHERE id = NEW.grant_id; RETURN NULL; END';
       CREATE TRIGGER ends_grant AFTER UPDATE OF consumed_at ON oauth_artifacts
         FOR EACH ROW EXECUTE FUNCTION end_grant()`,
    );
    try {
      const fields = { code: used.end.searchParams.get('code') ?? '', code_verifier: used.verifier };
      expect(await exchange(used.client, fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      await expect(oauth.refreshTokenGrant(refreshed.client.config, refreshToken ?? '')).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    } finally {
      await server.gateway.pool.query('DROP TRIGGER ends_grant ON oauth_artifacts; DROP FUNCTION end_grant');
    }
  });

  it('works once when it is used twice in the same moment', async () => {
    const { client, end, verifier } = await code();
    const fields = { code: end.searchParams.get('code') ?? '', code_verifier: verifier };
    const answers = await Promise.all([exchange(client, fields), exchange(client, fields), exchange(client, fields)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('lies in no table, nor does any token', async () => {
    const { finish, end } = await code();
    const tokens = await finish(end);
    const { rows } = await server.gateway.pool.query<{ text: string }>(
      'SELECT a::text AS text FROM oauth_artifacts a UNION ALL SELECT g::text FROM oauth_grants g',
    );
    const stored = rows.map(({ text }) => text).join('\n');
    for (const secret of [end.searchParams.get('code'), tokens.access_token, tokens.refresh_token])
      expect(stored).not.toContain(secret);
    const logged = JSON.stringify(server.gateway.log);
    for (const secret of [end.searchParams.get('code'), tokens.access_token, tokens.refresh_token])
      expect(logged).not.toContain(secret);
  });
});
