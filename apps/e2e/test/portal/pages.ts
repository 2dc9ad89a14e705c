import { faultsOf, LOOKS } from './looks.js';
import type { Page } from 'playwright-core';
import type { Person, Portal } from './portal.js';

/** Pages as they are for who has just signed up. */
const PAGES = ['/', '/keys', '/settings'] as const;

const DIALOGS = [
  { path: '/keys', button: 'New key' },
  { path: '/keys', button: 'New app' },
  { path: '/settings', button: 'Delete the account' },
] as const;

/** How every page looks. */
export const pages = (here: () => Portal): void =>
  describe('looks right', () => {
    let person: Person;
    beforeAll(async () => void (person = await here().newPerson()));

    it.each(LOOKS)('to strangers, at $width px, $theme', async (look) => {
      expect(await faultsOf(here(), null, '/', look)).toEqual([]);
    });

    it.each(PAGES.flatMap((path) => LOOKS.map((look) => ({ path, ...look }))))(
      'on $path, at $width px, $theme',
      async ({ path, ...look }) => {
        expect(await faultsOf(here(), person, path, look)).toEqual([]);
      },
    );

    it.each(DIALOGS.flatMap((dialog) => LOOKS.map((look) => ({ ...dialog, ...look }))))(
      'with $button open on $path, at $width px, $theme',
      async ({ path, button, ...look }) => {
        const open = async (page: Page): Promise<void> => {
          await page.getByRole('button', { name: button }).click();
          await page.getByRole('dialog').waitFor();
        };
        expect(await faultsOf(here(), person, path, look, open)).toEqual([]);
      },
    );

    it('where there is nothing, to people', async () => {
      await using tab = await here().window(person);
      await tab.page.goto('/keys/nothing/at-all');
      await tab.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    });
  });
