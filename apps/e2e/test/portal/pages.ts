import type { Page } from 'playwright-core';
import { faultsInAllLooks, type Sight } from './looks.js';
import type { OpenTab, Portal } from './portal.js';

/** Pages as they are for who has just signed up. */
const PAGES: readonly Sight[] = [
  { path: '/', shows: 'Create a key' },
  { path: '/', shows: 'No calls of keys or apps yet' },
  { path: '/keys', shows: 'No keys yet' },
  { path: '/settings', shows: 'Delete the account' },
];

const DIALOGS = [
  { path: '/keys', button: 'New key' },
  { path: '/keys', button: 'New app' },
  { path: '/settings', button: 'Delete the account' },
] as const;

/** How every page looks, at every width and in both themes. */
export const pages = (here: () => Portal): void =>
  describe('looks right', () => {
    let tab: OpenTab;
    beforeAll(async () => void (tab = await here().tab(await here().newPerson())));
    afterAll(() => tab?.[Symbol.asyncDispose]());

    it('to strangers', async () => {
      await using strange = await here().tab();
      expect(await faultsInAllLooks(strange, [{ path: '/', shows: 'Every catch, one API' }])).toEqual([]);
    });

    it.each(PAGES)('on $path', async (sight) => {
      expect(await faultsInAllLooks(tab, [sight])).toEqual([]);
    });

    it.each(DIALOGS)('with $button open on $path', async ({ path, button }) => {
      const open = async (page: Page): Promise<void> => {
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('dialog').waitFor();
      };
      expect(await faultsInAllLooks(tab, [{ path, shows: button, open }])).toEqual([]);
    });

    it('where there is nothing, to people', async () => {
      expect(await faultsInAllLooks(tab, [{ path: '/keys/nothing/at-all', shows: 'Page not found' }])).toEqual([]);
    });
  });
