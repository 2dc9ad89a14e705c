import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHROMIUM, CHROMIUM_ARGUMENTS, isChromiumThere } from '@cds/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type GatewayHarness, startGateway } from './gateway.harness.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PATIENCE = { timeout: 60_000 };

const isThere = isChromiumThere('The tests of the reference in a browser');
let gateway: GatewayHarness;
let browser: Browser;
beforeAll(async () => {
  if (!isThere) return;
  gateway = await startGateway();
  browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGUMENTS });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await gateway?.stop();
});

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

/** A page, what it complains of, and what it asks other hosts for. */
const opened = async (path: string, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ viewport: WIDE, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void (/^(?:error|warning)$/.test(message.type()) && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(error.message));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(gateway.url)) complaints.push(request.url());
  });
  await page.goto(`${gateway.url}${path}`);
  return { context, page, complaints };
};

interface Found {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** What axe finds, by all of its rules or by these alone. */
const violationsOf = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  await page.evaluate(AXE);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations }: Found = await page.evaluate(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

const LOOKS = [
  { viewport: WIDE, colorScheme: 'light' },
  { viewport: NARROW, colorScheme: 'dark' },
] as const;

(isThere ? describe : describe.skip)('the reference in Chromium', () => {
  it('has nothing that axe finds fault with, light or dark, and no sign-in that leads nowhere', async () => {
    const { context, page, complaints } = await opened('/docs/', { colorScheme: 'light' });
    const toKeys = page.getByRole('link', { name: 'Create an API key' });
    await toKeys.waitFor(PATIENCE);
    await page.getByText('install @catch-data/sdk').first().waitFor(PATIENCE);
    expect(await violationsOf(page)).toEqual([]);
    await page.evaluate("document.body.classList.replace('light-mode', 'dark-mode')");
    expect(await violationsOf(page, ['color-contrast'])).toEqual([]);
    expect(await toKeys.getAttribute('href')).toBe('/keys');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.locator('link[rel=icon]').count()).toBe(1);
    expect(await page.getByText('oauth2').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);

  it('says where the documents are when scripts are off', async () => {
    const { context, page } = await opened('/docs/', { javaScriptEnabled: false });
    expect(await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')).toBe('/openapi.json');
    await context.close();
  }, 60_000);
});

(isThere ? describe : describe.skip)('the pages of problems in Chromium', () => {
  it.each(LOOKS)(
    'have nothing that axe finds fault with, and fit: %j',
    async (look) => {
      const { context, page, complaints } = await opened('/problems', look);
      for (const path of ['/problems', '/problems/species.unknown']) {
        if (!page.url().endsWith(path)) await page.goto(`${gateway.url}${path}`);
        expect(await violationsOf(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
    60_000,
  );
});
