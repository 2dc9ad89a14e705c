import { createRequire } from 'node:module';
import { CHROMIUM, CHROMIUM_ARGUMENTS, isChromiumThere } from '@cds/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Browser as Chromium, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { PrismaService } from '../src/database/prisma.service.js';
import { type GatewayHarness, startGateway } from './gateway.harness.js';
import { PASSWORD, personWithPassword, RealPeopleModule } from './real-people.harness.js';
import { codeAt } from './second-factor.harness.js';
import { deadPort } from './upstream.harness.js';

const isThere = isChromiumThere('The tests of passkeys in a browser');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SECURITY = '/account/security';

let gateway: GatewayHarness;
let url: string;
let chrome: Chromium;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let cdp: CDPSession;
let authenticatorId: string;
let people = 0;

beforeAll(async () => {
  if (!isThere) return;
  const port = await deadPort();
  // Browsers take passkeys from a name alone.
  url = `http://localhost:${port}`;
  const environment = { PORT: String(port), PUBLIC_URL: url };
  gateway = await startGateway({ people: RealPeopleModule, environment });
  chrome = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
}, 60_000);
afterAll(async () => {
  await chrome?.close();
  await gateway?.stop();
});

/** A browser with a device that verifies its owner and keeps passkeys. */
const openBrowser = async (): Promise<void> => {
  context = await chrome.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  complaints = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(error.message));
  cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  }));
};
beforeEach(async () => void (isThere && (await openBrowser())));
afterEach(() => context?.close());

const person = () => personWithPassword(gateway, `passkeys-${(people += 1)}@example.com`);

const signIn = async (email: string): Promise<void> => {
  await page.goto(`${url}/signin`);
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('form[action="/signin"] button');
  await page.waitForURL((to) => to.pathname !== '/signin');
};

const addPasskey = async (name: string): Promise<void> => {
  await page.goto(`${url}${SECURITY}`);
  await page.fill('input[name=name]', name);
  await page.click(`form[action="${SECURITY}/passkeys"] button`);
};

const signOut = async (): Promise<void> => {
  await page.goto(`${url}/account`);
  await page.click('form[action="/signout"] button');
  await page.waitForURL((to) => to.pathname === '/signin');
};

const passkeysOf = (personId: string) =>
  gateway.service.app.get(PrismaService).passkey.findMany({ where: { personId }, orderBy: { createdAt: 'asc' } });

/** What axe finds on the page as it is. */
const axeFinds = async (): Promise<unknown> => {
  await page.evaluate(await (await import('node:fs/promises')).readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: unknown }[] }> };
    };
    return (await axe.run()).violations.map(({ id, nodes }) => ({ id, nodes: JSON.stringify(nodes).slice(0, 500) }));
  });
};

(isThere ? describe : describe.skip)('a passkey, in Chromium', () => {
  it('is added with a name, brings recovery codes, and then signs in without a password', async () => {
    const { email, id } = await person();
    await signIn(email);
    await addPasskey('My phone');
    await page.waitForSelector('h1:text("Your recovery codes")');
    expect(await page.locator('ol li').count()).toBe(10);
    await page.goto(`${url}${SECURITY}`);
    expect(await page.textContent('main')).toContain('My phone');
    await signOut();
    await page.click('form[action="/signin/passkey"] button');
    await page.waitForURL((to) => to.pathname === '/account');
    expect(await page.textContent('main')).toContain(email);
    expect(await passkeysOf(id)).toMatchObject([{ name: 'My phone', lastUsedAt: expect.any(Date) }]);
    expect(complaints).toEqual([]);
  }, 60_000);

  it('is the second step after the password', async () => {
    const { email } = await person();
    await signIn(email);
    await addPasskey('My phone');
    await page.waitForSelector('h1:text("Your recovery codes")');
    await signOut();
    await signIn(email);
    expect(new URL(page.url()).pathname).toBe('/signin/second-factor');
    expect(await axeFinds()).toEqual([]);
    await page.click('form[action="/signin/second-factor/passkey"] button');
    await page.waitForURL((to) => to.pathname === '/account');
    expect(complaints).toEqual([]);
  }, 60_000);

  it('of a device that did not verify its owner is refused', async () => {
    const { email } = await person();
    await signIn(email);
    await addPasskey('My phone');
    await page.waitForSelector('h1:text("Your recovery codes")');
    await signOut();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.click('form[action="/signin/passkey"] button');
    await page.waitForSelector('[role=alert]:not([hidden])');
    expect(new URL(page.url()).pathname).toBe('/signin');
  }, 60_000);

  it('that has signed less often than we have seen is a copy, and refused', async () => {
    const { email, id } = await person();
    await signIn(email);
    await addPasskey('My phone');
    await page.waitForSelector('h1:text("Your recovery codes")');
    await signOut();
    await gateway.service.app
      .get(PrismaService)
      .passkey.updateMany({ where: { personId: id }, data: { counter: 1_000 } });
    await page.click('form[action="/signin/passkey"] button');
    await page.waitForSelector('p.problem[role=alert]:text("The passkey is not registered here")');
    expect((await passkeysOf(id))[0]?.lastUsedAt).toBeNull();
  }, 60_000);

  it('answers a challenge once: what was sent is refused when it is sent again', async () => {
    const { email } = await person();
    await signIn(email);
    await addPasskey('My phone');
    await page.waitForSelector('h1:text("Your recovery codes")');
    await signOut();
    const before = await context.cookies();
    const sending = page.waitForRequest((request) => request.url().endsWith('/signin/passkey'));
    await page.click('form[action="/signin/passkey"] button');
    const sent = (await sending).postData() ?? '';
    await page.waitForURL((to) => to.pathname === '/account');
    const cookie = before.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const again = await fetch(`${url}/signin/passkey`, { method: 'POST', headers, body: sent, redirect: 'manual' });
    expect(again.status).toBe(401);
  }, 60_000);

  it('is one of several, each of which is removed by itself, with an authenticator app beside them', async () => {
    const { email, id } = await person();
    await signIn(email);
    await page.goto(`${url}${SECURITY}/totp`);
    expect(await axeFinds()).toEqual([]);
    const secret = ((await page.textContent('main p > code')) ?? '').replaceAll(' ', '');
    await page.fill('input[name=code]', codeAt(secret, new Date()));
    await page.click(`form[action="${SECURITY}/totp"] button`);
    await page.waitForSelector('h1:text("Your recovery codes")');
    expect(await axeFinds()).toEqual([]);
    await addPasskey('First');
    await page.waitForSelector('li:has-text("First")');
    await addPasskey('Again');
    await page.waitForSelector('[role=alert]:text("has a passkey for you already")');
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    const options = { protocol: 'ctap2', transport: 'usb', hasResidentKey: true, hasUserVerification: true } as const;
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
    await addPasskey('Second');
    await page.waitForSelector('li:has-text("Second")');
    expect(await axeFinds()).toEqual([]);
    await page.click('[aria-label="Remove the passkey First"]');
    await page.waitForSelector('[role=status]:text("The passkey is removed.")');
    expect((await passkeysOf(id)).map(({ name }) => name)).toEqual(['Second']);
    expect(complaints).toEqual([]);
  }, 60_000);

  it('is asked for on a page that axe finds nothing on', async () => {
    await page.goto(`${url}/signin`);
    await page.waitForSelector('form[action="/signin/passkey"] button');
    expect(await axeFinds()).toEqual([]);
  }, 60_000);
});
