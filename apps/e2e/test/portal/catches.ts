import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { faultsInAllLooks } from './looks.js';
import { paintedPhoto } from './painted-photo.js';
import type { Person, Portal } from './portal.js';
import { reloadUntil } from './reload-until.js';

export const pickSpecies = async (page: Page, typed: string, name: string): Promise<void> => {
  await page.getByRole('button', { name: /^Species/ }).click();
  await page.getByRole('searchbox', { name: 'Search species' }).fill(typed);
  await page.getByRole('option', { name }).first().click();
};

const FILE = `species,weight_lbs,location.region,external_id
Walleye,2.5,US-MN,row-1
Walleye,-1,US-MN,row-2
Nessie,12,GB-SCT,row-3
`;

/** Pages of what was caught, for who has catches and for who reviews them. */
export const catches = (here: () => Portal): void =>
  describe('shows catches', () => {
    let angler: Person;
    let catchPath: string;
    let importPath: string;
    beforeAll(async () => void (angler = await here().newPerson()));

    it('that are logged with a photo, verified by a reviewer, and move a board', async () => {
      await using own = await here().tab(angler);
      const { page } = own;
      await page.goto('/catches/new');
      await pickSpecies(page, 'larg mouth bas', 'Largemouth Bass');
      await page.getByLabel('Weight (lb)').fill('9.75');
      await page.getByLabel('Latitude').fill('30.4213');
      await page.getByLabel('Longitude').fill('-97.9312');
      await page.reload();
      expect(await page.getByLabel('Weight (lb)').inputValue()).toBe('9.75');
      await page.locator('input[type=file]').setInputFiles(await paintedPhoto(page));
      await page.getByRole('button', { name: 'Log the catch' }).click();
      await page.waitForURL(/\/catches\/catch_/);
      catchPath = new URL(page.url()).pathname;
      await page.getByRole('img', { name: 'Largemouth Bass, photo 1 of 1' }).waitFor();
      await page.getByRole('img', { name: 'Map around 30.4213° N, 97.9312° W' }).waitFor();
      await page.getByRole('button', { name: 'Request verification' }).click();
      await page.getByRole('button', { name: 'Send the request' }).click();
      await page.getByText('Waiting for a reviewer').waitFor();

      await using reviewer = await here().tab(here().admin);
      await reviewer.page.goto('/review');
      await reviewer.page.getByRole('img', { name: 'Evidence, photo 1 of 1' }).waitFor();
      await reviewer.page.keyboard.press('a');
      await reviewer.page.getByText('Nothing waits for a review').waitFor();

      await page.goto(catchPath);
      await reloadUntil(page, page.getByText('Verification approved'));
      await page.goto('/leaderboards?metric=heaviest&period=all_time');
      await page.getByRole('link', { name: 'Heaviest catch, all time', exact: true }).click();
      await page.waitForURL(/\/leaderboards\/lb_/);
      await reloadUntil(page, page.getByRole('row', { name: /Lake Travis Anglers 9\.75 lb/ }));
    });

    it('that were changed by somebody else since, and saves nothing over them', async () => {
      await using one = await here().tab(angler);
      await using other = await here().tab(angler);
      for (const { page } of [one, other]) {
        await page.goto(`${catchPath}/edit`);
        await page.getByLabel('Bait').waitFor();
      }
      await other.page.getByLabel('Bait').fill('jig');
      await other.page.getByRole('button', { name: 'Save' }).click();
      await other.page.waitForURL((url) => url.pathname === catchPath);
      await one.page.getByLabel('Method').fill('spinning');
      await one.page.getByRole('button', { name: 'Save' }).click();
      await one.page.getByText('Bait: jig (it was nothing)').waitFor();
      await one.page.getByRole('button', { name: 'Keep my changes' }).click();
      await one.page.getByRole('button', { name: 'Save' }).click();
      await one.page.waitForURL((url) => url.pathname === catchPath);
      await one.page.getByText('spinning').first().waitFor();
      await one.page.getByText('jig').first().waitFor();
    });

    it('of a file, and tells which rows were rejected and why', async () => {
      await using own = await here().tab(angler);
      const { page } = own;
      await page.goto('/imports');
      const file = { name: 'catches.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.waitForURL(/\/imports\/imp_/);
      importPath = new URL(page.url()).pathname;
      await page.getByRole('row', { name: /^3 weight_lbs/ }).waitFor();
      await page.getByRole('row', { name: /^4 species/ }).waitFor();
      await page.getByText('Completed').waitFor();
    });

    it('in a file to download', async () => {
      await using own = await here().tab(angler);
      const { page } = own;
      await page.goto('/catches?mine=true');
      await reloadUntil(page, page.getByRole('row', { name: /Walleye/ }));
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByText('2 catches ready').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Download/ })
          .click(),
      ]);
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n');
      expect(lines).toHaveLength(3);
      expect(lines.filter((line) => /Largemouth Bass|Walleye/.test(line))).toHaveLength(2);
    });

    it('with how much of a file is done, how fast, and for how long it will go on', async () => {
      await using own = await here().tab(angler);
      const { page } = own;
      // A file that takes long enough to be watched: what the service says of one that is done, as it was on the way.
      let asked = 0;
      await page.route('**/v1/imports/imp_*', async (route) => {
        const job = (await (await route.fetch()).json()) as object;
        asked += 1;
        const progress = Math.min(0.8, asked / 10);
        await route.fulfill({ json: { ...job, status: 'running', progress, accepted: asked * 1_000, rejected: 0 } });
      });
      await page.goto(importPath);
      await page.getByText(/[\d,]+ of 10,\d+ rows · [\d,]+ a second · \d+ (s|min) left/).waitFor();
    });

    it('with pop-ups that look right, at every width and in both themes', async () => {
      const button = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
      const text = (words: string) => (page: Page) => page.getByText(words, { exact: true }).click();
      await using own = await here().tab(angler);
      const sights = [
        { path: '/catches', shows: 'Largemouth Bass', open: button('Export') },
        { path: '/catches', shows: 'Columns', open: text('Columns') },
        { path: '/catches', shows: 'More filters', open: text('More filters') },
        { path: catchPath, shows: 'Delete', open: button('Delete') },
      ];
      expect(await faultsInAllLooks(own, sights)).toEqual([]);
    });

    it('on pages that look right, at every width and in both themes', async () => {
      await using own = await here().tab(angler);
      const sights = [
        { path: '/catches', shows: 'Largemouth Bass' },
        { path: catchPath, shows: 'Verification approved' },
        { path: `${catchPath}/edit`, shows: 'Bait' },
        { path: '/catches/new', shows: 'Log the catch' },
        { path: '/imports', shows: 'Completed' },
        { path: importPath, shows: 'Completed' },
        { path: '/leaderboards', shows: 'Heaviest catch, all time' },
        { path: '/leaderboards/new', shows: 'Create board' },
      ];
      expect(await faultsInAllLooks(own, sights)).toEqual([]);
    });

    it('to reviewers and administrators, at every width and in both themes', async () => {
      await using admin = await here().tab(here().admin);
      const sights = [
        { path: '/review?status=approved', shows: 'Largemouth Bass' },
        { path: '/species/new', shows: 'Scientific name' },
        { path: '/audit-log', shows: 'person.signed_up' },
        { path: '/accounts', shows: 'Lake Travis Anglers' },
      ];
      expect(await faultsInAllLooks(admin, sights)).toEqual([]);
    });
  });
