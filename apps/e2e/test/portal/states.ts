import { eventually } from '@cds/testing';
import type { Page } from 'playwright-core';
import type { Person, Portal } from './portal.js';

/** Lists that everybody has, each with what it says to who has just signed up; null where there is something. */
const LISTS: Readonly<Record<string, string | null>> = {
  '/catches?mine=true': 'No catches match these filters',
  '/species?q=zzzzzzzz': 'No species matches',
  '/leaderboards': null,
  '/keys': 'No keys yet',
  '/webhooks': 'No endpoints yet',
  '/webhooks/deliveries': 'Nothing sent yet',
  '/webhooks/event-types': null,
  '/webhooks/receivers': 'No receivers yet',
  '/events?type=catch.deleted': 'No event of this type',
  '/requests': 'No requests yet',
  '/imports': 'No imports yet',
};
const ADMINS = ['/review', '/audit-log', '/accounts'];

const TROUBLE = {
  type: 'about:blank',
  title: 'A part of the service is in trouble',
  status: 409,
  code: 'test.trouble',
  detail: 'It will be better in a moment.',
};

/** While `hold` is not resolved calls wait, and then they are refused. Whoever is signed in stays so. */
const refuseCalls = async (page: Page, hold: Promise<void>): Promise<void> => {
  await page.route(/\/(?:v1|portal\/receivers)/, async (route) => {
    await hold;
    await route
      .fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(TROUBLE) })
      .catch(() => undefined);
  });
};

/** Asks for everything again that could not be loaded, until nothing is missing and nothing is loading. */
const askAgain = (page: Page): Promise<void> => {
  const again = page.getByRole('button', { name: 'Try again' });
  const isLoading = page.locator('[role=status][aria-label^=Loading]');
  return eventually(
    async () => {
      // A button stays until its answer is there, and so it can go away while it is about to be clicked once more.
      if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
      expect(await again.or(isLoading).count()).toBe(0);
    },
    { timeoutMs: 60_000 },
  );
};

/** A list while it comes, when it does not come, and when it is asked for again. */
const walkThrough = async (page: Page, path: string): Promise<void> => {
  let release = (): void => undefined;
  await refuseCalls(page, new Promise((resolve) => (release = resolve)));
  await page.goto(path);
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor();
  release();
  const alert = page.getByRole('alert').first();
  await alert.getByText('A part of the service is in trouble').waitFor();
  await alert.getByText('It will be better in a moment.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await askAgain(page);
};

/** What lists say while there is nothing to show. */
export const states = (here: () => Portal): void =>
  describe('says what to do', () => {
    let person: Person;
    beforeAll(async () => void (person = await here().newPerson()));

    it('where a list is loading, could not be loaded, or is empty', async () => {
      await using tab = await here().tab(person);
      for (const [path, empty] of Object.entries(LISTS)) {
        await walkThrough(tab.page, path);
        if (empty === null) await tab.page.locator('main a').first().waitFor();
        else await tab.page.getByText(empty).first().waitFor();
      }
    });

    it.each([
      { path: '/catches?species=nessie', why: /asks for something that does not exist: Species\./ },
      { path: '/catches?cursor=nonsense', why: /leads to a part of the list that is not there/ },
      { path: '/species?cursor=nonsense', why: /leads to a part of the list that is not there/ },
    ])('where an address asks for what is not there: $path', async ({ path, why }) => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto(path);
      await page.getByRole('alert').getByText(why).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Show the whole list' }).click();
      await page.waitForURL((url) => url.search === '');
      await page.getByRole('alert').waitFor({ state: 'detached' });
    });

    it('to reviewers and administrators, too', async () => {
      await using tab = await here().tab(here().admin);
      for (const path of ADMINS) await walkThrough(tab.page, path);
    });
  });
