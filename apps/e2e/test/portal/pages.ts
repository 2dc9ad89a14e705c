import { faultsInAllLooks } from './looks.js';
import type { Page } from 'playwright-core';
import type { Person, Portal } from './portal.js';

/** Pages as they are for who has just signed up. */
const PAGES = ['/', '/keys', '/settings'] as const;

const DIALOGS = [
  { path: '/keys', button: 'New key' },
  { path: '/keys', button: 'New app' },
  { path: '/settings', button: 'Delete the account' },
] as const;

/** How every page looks, at every width and in both themes. */
export const pages = (here: () => Portal): void =>
  describe('looks right', () => {
    let person: Person;
    beforeAll(async () => void (person = await here().newPerson()));

    it('to strangers', async () => {
      expect(await faultsInAllLooks(here(), null, '/')).toEqual([]);
    });

    it.each(PAGES)('on %s', async (path) => {
      expect(await faultsInAllLooks(here(), person, path)).toEqual([]);
    });

    it.each(DIALOGS)('with $button open on $path', async ({ path, button }) => {
      const open = async (page: Page): Promise<void> => {
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('dialog').waitFor();
      };
      expect(await faultsInAllLooks(here(), person, path, open)).toEqual([]);
    });

    it('where there is nothing, to people', async () => {
      await using tab = await here().window(person);
      await tab.page.goto('/keys/nothing/at-all');
      await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    });
  });
