import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { noteSecrets } from '@cds/testing';
import type { Page } from 'playwright-core';
import { faultsInAllLooks } from './looks.js';
import type { Person, Portal } from './portal.js';

/** Somebody who has just signed up, before a page that shows a key and the call to make with it. */
const makeKey = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Create a key' }).click();
  const key = /cds_live_\w+/.exec(await page.getByRole('region', { name: 'The call in curl' }).innerText())?.[0] ?? '';
  noteSecrets(key);
  return key;
};

/** What a shell would run; the page shows it as one command over two lines. */
const run = async (curl: string): Promise<string> => {
  const [, url = '', header = ''] = /^curl (\S+) \\\s+-H '([^']+)'$/.exec(curl.trim()) ?? [];
  return (await promisify(execFile)('curl', ['-sf', url, '-H', header])).stdout;
};

/** The first ten minutes of a developer. */
export const firstCall = (here: () => Portal): void =>
  describe('leads who signs up to a first call', () => {
    it('by a key and a line to paste, and tells when it has arrived', async () => {
      await using tab = await here().tab();
      const { page } = tab;
      const person = { email: 'first-call@example.com', password: 'a heron on the jetty' };
      await page.goto('/');
      await page.getByRole('link', { name: 'Create an account' }).first().click();
      await here().signUp(page, person);
      await here().signIn(page, person);
      await page.getByRole('heading', { name: 'Your first call' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      const key = await makeKey(page);
      await page.getByText('Waiting for your call').waitFor();
      const curl = await page.getByRole('region', { name: 'The call in curl' }).innerText();
      expect(curl).toContain(key);
      const { data } = JSON.parse(await run(curl)) as { data: unknown[] };
      expect(data).toHaveLength(3);
      await page.getByText('It has arrived: GET /v1/species answered 200').waitFor();
      await page.getByRole('table', { name: 'Recent calls' }).getByText('/v1/species').first().waitFor();
      await page.getByRole('link', { name: 'All requests' }).click();
      await page.getByRole('table', { name: 'Requests' }).getByText('/v1/species').first().waitFor();
      const sights = [
        { path: '/requests', shows: '/v1/species' },
        { path: '/', shows: 'GET /v1/species' },
        { path: '/keys', shows: 'First key' },
      ];
      expect(await faultsInAllLooks(tab, sights)).toEqual([]);
      await page.goto('/requests');
      await page.getByLabel('Status').selectOption('4xx');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('No requests match these filters').waitFor();
      expect(new URL(page.url()).search).toBe('?status=4xx');
    });

    it('also in TypeScript and Python, with the same key', async () => {
      await using tab = await here().tab(await here().newPerson());
      await tab.page.goto('/');
      const key = await makeKey(tab.page);
      for (const language of ['TypeScript', 'Python']) {
        await tab.page.getByRole('tab', { name: language }).click();
        expect(await tab.page.getByRole('region', { name: `The call in ${language}` }).innerText()).toContain(key);
      }
    });

    it('keeps no key where the next who uses the browser could find it', async () => {
      await using tab = await here().tab(await here().newPerson());
      await tab.page.goto('/');
      const key = await makeKey(tab.page);
      await tab.page.goto('/keys');
      await tab.page.getByText('First key').waitFor();
      const kept = await tab.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(kept).not.toContain(key);
      expect(await tab.page.content()).not.toContain(key);
    });
  });

/** Keys and apps, from making to the end. */
export const keys = (here: () => Portal): void =>
  describe('looks after keys and apps', () => {
    let person: Person;
    beforeAll(async () => void (person = await here().newPerson()));

    it('makes, rolls and revokes a key', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto('/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('website');
      await page.getByLabel('Networks').fill('127.0.0.0/8\n::1');
      await page.getByRole('button', { name: 'Create key' }).click();
      const dialog = page.getByRole('dialog', { name: 'The key of website' });
      const key = /cds_live_\w+/.exec(await dialog.innerText())?.[0] ?? '';
      noteSecrets(key);
      const asks = async (credential: string): Promise<number> =>
        (await fetch(`${here().url}/v1/me`, { headers: { authorization: `Bearer ${credential}` } })).status;
      expect(await asks(key)).toBe(200);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByRole('button', { name: 'Roll website' }).click();
      await page.getByLabel('The old key goes on for').selectOption('An hour');
      await page.getByRole('button', { name: 'Roll the key' }).click();
      const rolled = /cds_live_\w+/.exec(await dialog.innerText())?.[0] ?? '';
      noteSecrets(rolled);
      expect([await asks(key), await asks(rolled)]).toEqual([200, 200]);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByText(/^Rolled, ends in/).waitFor();
      await page.getByRole('button', { name: 'Revoke website' }).first().click();
      await page.getByRole('button', { name: 'Revoke the key' }).click();
      await page.getByText('website was revoked.').waitFor();
      await page.getByText('Revoked', { exact: true }).waitFor();
    });

    it('shows the reasons of a refusal at their fields, and keeps what was typed over a reload', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto('/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('office');
      await page.getByLabel('Networks').fill('not a network');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page
        .getByText(/Must be an address or a CIDR/)
        .first()
        .waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'New key' }).click();
      expect(await page.getByLabel('Name').inputValue()).toBe('office');
    });

    it('registers an app and shows its secret once', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto('/keys');
      await page.getByRole('button', { name: 'New app' }).click();
      await page.getByLabel('Name').fill('Tournament board');
      await page.getByLabel('Redirect URIs').fill('https://app.example.com/callback');
      await page.getByRole('button', { name: 'Register the app' }).click();
      const dialog = page.getByRole('dialog', { name: 'The secret of Tournament board' });
      const secret = await dialog.locator('code').innerText();
      noteSecrets(secret);
      expect(secret.length).toBeGreaterThan(20);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page.getByRole('table', { name: 'Your OAuth apps' }).getByText('Tournament board').waitFor();
    });
  });
