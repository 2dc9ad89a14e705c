import { createPool } from '@cds/postgres';
import { noteSecrets } from '@cds/testing';
import type { Page } from 'playwright-core';
import type { Person, Portal } from './portal.js';

/** What the gateway remembers of a session is a second old at most. */
const REMEMBERED_MS = 1_100;

/** The gateway's database, to end sessions and to make them old. */
const change = async (portal: Portal, sql: string, { email }: Person): Promise<void> => {
  const url = portal.stack.credentials.database_url.replace(/\/[^/]*$/, '/cds_gateway');
  const pool = createPool(url, { applicationName: 'tests', max: 1 });
  const { rowCount } = await pool.query(sql, [email]);
  await pool.end();
  expect(rowCount).toBeGreaterThan(0);
};
const SESSIONS = 'WHERE person_id = (SELECT id FROM people WHERE email = $1)';

/** Signs in in the window that the page has opened. */
const signInAgain = async (page: Page, person: Person): Promise<void> => {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const second = await opened;
  const closed = second.waitForEvent('close');
  await second.fill('[name=email]', person.email);
  await second.fill('[name=password]', person.password);
  await second.click('form button');
  await closed;
};

const fillInKey = async (page: Page): Promise<void> => {
  await page.goto('/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('boathouse');
  await page.getByRole('button', { name: 'Create key' }).waitFor();
};

const sendKey = (page: Page): Promise<void> => page.getByRole('button', { name: 'Create key' }).click();

/** What happens to a page when its session does not last. */
export const sessions = (here: () => Portal): void =>
  describe('loses nothing', () => {
    const secretOf = async (page: Page): Promise<string> => {
      const secret = await page
        .getByRole('dialog', { name: 'The key of boathouse' })
        .locator('code')
        .first()
        .innerText();
      noteSecrets(secret);
      return secret;
    };

    // Each test leaves them signed in, and the last one signs them out.
    let person: Person;
    beforeAll(async () => void (person = await here().newPerson()));

    it('when a session ends in the middle of a form', async () => {
      await using tab = await here().tab(person);
      await fillInKey(tab.page);
      await change(here(), `DELETE FROM person_sessions ${SESSIONS}`, person);
      await tab.page.waitForTimeout(REMEMBERED_MS);
      await sendKey(tab.page);
      await tab.page.getByRole('dialog', { name: 'You are signed out' }).waitFor();
      await signInAgain(tab.page, person);
      expect(await secretOf(tab.page)).toMatch(/^cds_live_/);
    });

    it('when the page of a form is loaded again after its session ended', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto('/catches/new');
      await page.getByLabel('Weight (lb)').fill('3.25');
      await page.getByLabel('Notes').fill('Under the old bridge');
      await change(here(), `DELETE FROM person_sessions ${SESSIONS}`, person);
      await page.reload();
      await page.waitForURL(/\/signin\?/);
      await here().signIn(page, person);
      await page.getByRole('heading', { name: 'Log a catch' }).waitFor();
      expect(await page.getByLabel('Weight (lb)').inputValue()).toBe('3.25');
      expect(await page.getByLabel('Notes').inputValue()).toBe('Under the old bridge');
    });

    it('and shows nothing of it to somebody else who signs in there', async () => {
      const next = await here().newPerson();
      await using tab = await here().tab();
      const { page } = tab;
      await page.goto('/signin');
      await here().signIn(page, person);
      await page.goto('/catches/new');
      await page.getByLabel('Notes').fill('Under the old bridge');
      await page.context().clearCookies();
      await page.reload();
      await page.waitForURL(/\/signin\?/);
      await here().signIn(page, next);
      await page.goto('/catches/new');
      await page.getByRole('heading', { name: 'Log a catch' }).waitFor();
      expect(await page.getByLabel('Notes').inputValue()).toBe('');
    });

    it('when a sign-in is too long ago for what is asked', async () => {
      await using tab = await here().tab(person);
      await fillInKey(tab.page);
      await change(here(), `UPDATE person_sessions SET created_at = now() - interval '1 hour' ${SESSIONS}`, person);
      await tab.page.waitForTimeout(REMEMBERED_MS);
      await sendKey(tab.page);
      await tab.page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
      await tab.page.getByRole('button', { name: 'Not now' }).click();
      await tab.page.getByRole('alert').getByText('A new sign-in is needed').waitFor();
      expect(await tab.page.getByLabel('Name').inputValue()).toBe('boathouse');
      await sendKey(tab.page);
      await signInAgain(tab.page, person);
      expect(await secretOf(tab.page)).toMatch(/^cds_live_/);
    });

    it('and sends strangers to sign in, and back to where they wanted to go', async () => {
      await using tab = await here().tab();
      await tab.page.goto('/keys?apps=x');
      await tab.page.waitForURL(/\/signin\?/);
      await here().signIn(tab.page, person);
      expect(new URL(tab.page.url()).pathname).toBe('/keys');
    });

    it('and signs out of every tab at once, with what was typed there', async () => {
      await using tab = await here().tab(person);
      await using other = await here().tab(person);
      await other.page.goto('/catches/new');
      await other.page.getByLabel('Notes').fill('Under the old bridge');
      await tab.page.goto('/settings');
      await tab.page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
      for (const { page } of [tab, other]) await page.getByRole('heading', { name: 'Every catch, one API' }).waitFor();
      expect(await other.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('bridge');
    });

    it('and deletes an account only for who types its name', async () => {
      const leaving = await here().newPerson();
      await using tab = await here().tab(leaving);
      await tab.page.goto('/settings');
      await tab.page.getByRole('button', { name: 'Delete the account' }).click();
      expect(await tab.page.getByRole('button', { name: 'Delete it' }).isDisabled()).toBe(true);
      await tab.page.getByLabel(/^Type the account/).fill('Lake Travis Anglers');
      await tab.page.getByRole('button', { name: 'Delete it' }).click();
      await tab.page.getByRole('heading', { name: 'Every catch, one API' }).waitFor();
      await tab.page.goto('/signin');
      await tab.page.fill('[name=email]', leaving.email);
      await tab.page.fill('[name=password]', leaving.password);
      await tab.page.click('form button');
      await tab.page.waitForSelector('.problem');
    });
  });
