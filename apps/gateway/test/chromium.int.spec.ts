import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CHROMIUM, CHROMIUM_ARGUMENTS, isChromiumThere } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'openid-client';
import { type Browser, chromium, type Page } from 'playwright-core';
import { DEVICE_GRANT, type OAuthHarness, startOAuth } from './oauth.harness.js';
import { PASSWORD, personWithPassword, RealPeopleModule } from './real-people.harness.js';

const isThere = isChromiumThere('The tests of signing in with a browser');

let server: OAuthHarness;
let app: Server;
let browser: Browser;
beforeAll(async () => {
  if (!isThere) return;
  server = await startOAuth(undefined, RealPeopleModule);
  app = createServer(
    (_request, response) => void response.setHeader('content-type', 'text/html').end('<title>The app</title>'),
  ).listen(0, '127.0.0.1');
  browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  app?.close();
  await server?.stop();
});

/** A new window, and all that its pages complain of: what their own policy blocks, and failed scripts. */
const newPage = async (javaScriptEnabled: boolean): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ javaScriptEnabled });
  const [page, complaints] = [await context.newPage(), [] as string[]];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(error.message));
  return { page, complaints };
};

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('button[type=submit], form button');
};

(isThere ? describe : describe.skip)('in Chromium', () => {
  it.each([true, false])(
    'a person signs in and lets an app in, with scripts allowed: %s',
    async (scripts) => {
      const email = `scripts-${scripts}@example.com`;
      const { accountId } = await personWithPassword(server.gateway, email);
      const redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
      const client = await server.client({ redirectUris: ['http://127.0.0.1/callback'], confidential: false });
      const [verifier, state] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
      const start = oauth.buildAuthorizationUrl(client.config, {
        redirect_uri: redirectUri,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      });
      const { page, complaints } = await newPage(scripts);
      await page.goto(start.href);
      expect(new URL(page.url()).pathname).toBe('/signin');
      await signIn(page, email);
      await page.waitForSelector('button[value=allow]');
      expect(await page.textContent('main')).toContain('Test app');
      await page.click('button[value=allow]');
      await page.waitForURL((url) => url.pathname === '/callback');
      const tokens = await oauth.authorizationCodeGrant(client.config, new URL(page.url()), {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      expect((await server.me(tokens.access_token)).body).toMatchObject({ account: { id: accountId } });
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    60_000,
  );

  it('a person lets a device in', async () => {
    await personWithPassword(server.gateway, 'device@example.com');
    const client = await server.client({ grantTypes: [DEVICE_GRANT], redirectUris: [], confidential: false });
    const asked = await oauth.initiateDeviceAuthorization(client.config, {});
    const { page, complaints } = await newPage(false);
    await page.goto(String(asked.verification_uri_complete));
    for (const step of ['Connect a device', 'Connect Test app?']) {
      await page.waitForSelector(`h1:text("${step}")`);
      await page.click('main form button');
    }
    await signIn(page, 'device@example.com');
    await page.click('button[value=allow]');
    await page.waitForSelector('h1:text("The device is connected")');
    const tokens = await oauth.pollDeviceAuthorizationGrant(client.config, asked);
    expect((await server.me(tokens.access_token)).status).toBe(200);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('an app whose name is one long word makes no page wider than its window', async () => {
    const email = 'long@example.com';
    await personWithPassword(server.gateway, email);
    const name = 'W'.repeat(161);
    const client = await server.client({ name, grantTypes: [DEVICE_GRANT], redirectUris: [], confidential: false });
    const asked = await oauth.initiateDeviceAuthorization(client.config, {});
    const { page } = await newPage(false);
    const widths = async (): Promise<string[]> => {
      await page.getByText(name).first().waitFor();
      const found: string[] = [];
      for (const width of [320, 900]) {
        await page.setViewportSize({ width, height: 800 });
        const beyond = String(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
        if (beyond !== '0') found.push(`${page.url()}: ${beyond} of ${width}`);
      }
      return found;
    };
    const found: string[] = [];
    await page.goto(String(asked.verification_uri_complete));
    await page.click('main form button');
    found.push(...(await widths()));
    await page.click('main form button');
    await signIn(page, email);
    found.push(...(await widths()));
    await page.click('button[value=allow]');
    found.push(...(await widths()));
    await page.goto(`${server.url}/account`);
    found.push(...(await widths()));
    expect(found).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('a reader sends a request from the reference', async () => {
    const { page, complaints } = await newPage(true);
    await page.goto(`${server.url}/docs/`);
    await page.getByPlaceholder('Token').first().fill(server.gateway.key);
    // Operations are drawn when they are looked at. Pages of problems lead to them like this.
    await page.goto(`${server.url}/docs/#tag/catches/GET/v1/catches`);
    await page.getByRole('button', { name: 'Test Request' }).first().click();
    const sending = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/api/v1/'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const sent = await sending;
    expect(await sent.headerValue('authorization')).toBe(`Bearer ${server.gateway.key}`);
    // There is no service behind this gateway: it let the request in.
    expect((await sent.response())?.status()).toBe(503);
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
    await page.context().close();
  }, 60_000);
});
