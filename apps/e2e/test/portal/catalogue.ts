import { eventually } from '@cds/testing';
import type { Page } from 'playwright-core';
import { callAs } from './call-as.js';
import { faultsInAllLooks } from './looks.js';
import { paintedPhoto } from './painted-photo.js';
import type { Person, Portal } from './portal.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Every picture of the page has come, also those that were drawn for it. */
const areFilled = (page: Page, count: number): Promise<unknown> =>
  page.waitForFunction((expected) => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')];
    return pictures.length === expected && pictures.every((one) => one.complete && one.naturalWidth > 0);
  }, count);

/** Adds a species by the form, and ends on its page. */
const addSpecies = async (page: Page): Promise<string> => {
  await page.goto('/species/new');
  await page.getByLabel('Common name', { exact: true }).fill('Jetty Darter');
  await page.getByLabel('Scientific name').fill('Etheostoma jettiense');
  await page.getByLabel('Family').fill('Percidae');
  await page.getByLabel('Order').fill('Perciformes');
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Jetty Darter', level: 1 }).waitFor();
  return new URL(page.url()).pathname;
};

/** The catalogue of species and boards of one's own. */
export const catalogue = (here: () => Portal): void =>
  describe('has a catalogue', () => {
    let person: Person;
    let path: string;
    beforeAll(async () => void (person = await here().newPerson()));

    it('whose pictures all come, however many a page asks for at once', async () => {
      await using tab = await here().tab(person);
      await tab.page.setViewportSize({ width: 1_280, height: 6_000 });
      await tab.page.goto('/species?sort=scientific_name');
      await areFilled(tab.page, 24);
      await button(tab.page, 'Next').click();
      await tab.page.waitForURL(/cursor=/);
      await areFilled(tab.page, 24);
    });

    it('whose pictures leave a quiet place while they do not come, and come later by themselves', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.route('**/*', (route) =>
        route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
      );
      await page.goto('/species/largemouth-bass');
      const missing = page.getByRole('img', { name: /^Largemouth Bass, .*: not available right now$/ });
      await missing.first().waitFor();
      await page.unrouteAll();
      await page.getByRole('img', { name: /^Largemouth Bass, \w+ 1 of \d+$/ }).waitFor();
    });

    it('that curators edit, with records and pictures', async () => {
      await using tab = await here().tab(here().admin);
      const { page } = tab;
      path = await addSpecies(page);
      await areFilled(page, 1);
      await button(page, 'Add a world record').click();
      for (const [label, text] of Object.entries({
        'Weight (lb)': '0.25',
        Date: '1987-06',
        Place: 'Lake Travis, Texas',
        Angler: 'A. Heron',
        Source: 'IGFA',
      }))
        await page.getByLabel(label, { exact: true }).fill(text);
      await button(page, 'Add record').click();
      await page.getByRole('row', { name: /0\.25 lb World A\. Heron/ }).waitFor();
      await button(page, 'Delete the record of A. Heron').click();
      await button(page, 'Delete the record').click();
      await page.getByText('No record is known').waitFor();
      await button(page, 'Add a picture').click();
      await page.getByLabel('File').setInputFiles(await paintedPhoto(page));
      await page.getByLabel('Licence').fill('CC BY 4.0');
      await button(page, 'Add the picture').click();
      await page.getByRole('img', { name: 'Jetty Darter, photo 1 of 2' }).waitFor();
      await areFilled(page, 2);
    });

    it('where nobody saves over what another curator has changed', async () => {
      await using one = await here().tab(here().admin);
      await using other = await here().tab(here().admin);
      for (const { page } of [one, other]) {
        await page.goto(`${path}/edit`);
        await page.getByLabel('Family').waitFor();
      }
      await other.page.getByLabel('Order').fill('Centrarchiformes');
      await button(other.page, 'Save').click();
      await other.page.getByText('Centrarchiformes').waitFor();
      await one.page.getByLabel('Family').fill('Centrarchidae');
      await button(one.page, 'Save').click();
      await one.page.getByText(/Somebody else has changed this species/).waitFor();
      await one.page.reload();
      await one.page.getByLabel('Family').waitFor();
      expect(await one.page.getByLabel('Order').inputValue()).toBe('Centrarchiformes');
      expect(await one.page.getByLabel('Family').inputValue()).toBe('Centrarchidae');
      await button(one.page, 'Save').click();
      await one.page.getByText('Centrarchidae').waitFor();
      await one.page.getByText('Centrarchiformes').waitFor();
    });

    it('and boards of one’s own, which are made, edited and deleted', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto('/leaderboards/new');
      await page.getByLabel('Name').fill('Texas giants');
      await page.getByLabel('Region').fill('US-TX');
      await button(page, 'Create board').click();
      await page.getByRole('heading', { name: 'Texas giants', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Name').fill('Giants of Texas');
      await button(page, 'Save').click();
      await page.getByRole('heading', { name: 'Giants of Texas', level: 1 }).waitFor();
      await page.goto('/leaderboards?period=year');
      await page
        .getByRole('cell', { name: /^1 Jan \d{4}$/ })
        .first()
        .waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Edit' }).click();
      await button(page, 'Delete').click();
      await button(page, 'Delete the board').click();
      await page.getByRole('heading', { name: 'Leaderboards', level: 1 }).waitFor();
      await eventually(async () => {
        const { data } = await callAs<{ data: { name: string }[] }>(page, 'GET', '/v1/leaderboards?region=US-TX');
        expect(data.map(({ name }) => name)).not.toContain('Giants of Texas');
      });
    });

    it('on pages that look right, at every width and in both themes', async () => {
      await using tab = await here().tab(person);
      const sights = [
        // The pictures of this order are drawn already.
        { path: '/species?sort=scientific_name', shows: /^6\d\d species$/ },
        { path, shows: 'Jetty Darter' },
      ];
      expect(await faultsInAllLooks(tab, sights)).toEqual([]);
      const open = (name: string) => async (page: Page) => {
        await button(page, name).click();
        await page.getByRole('dialog').waitFor();
      };
      await using curator = await here().tab(here().admin);
      const dialogs = [
        { path, shows: 'Add a world record', open: open('Add a world record') },
        { path, shows: 'Add a picture', open: open('Add a picture') },
        { path: `${path}/edit`, shows: 'Delete', open: open('Delete') },
      ];
      expect(await faultsInAllLooks(curator, dialogs)).toEqual([]);
    });
  });
