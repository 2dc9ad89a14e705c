import { noteSecrets } from '@cds/testing';
import type { Page } from 'playwright-core';
import { callAs } from './call-as.js';
import { activate, reach, typeInto } from './keyboard.js';
import { faultsInAllLooks } from './looks.js';
import type { Person, Portal } from './portal.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** From the home page to an endpoint that leads to a receiver of ours. Without a mouse, as all that follows. */
const addEndpoint = async (page: Page): Promise<void> => {
  await page.goto('/');
  await activate(page, link(page, 'Add an endpoint'));
  await activate(page, button(page, 'Use a test receiver'));
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[type=url]')?.value !== '');
  await typeInto(page, 'Description', 'On loan');
  await activate(page, page.getByText('Filter, ordering, rate limit, retries and headers'));
  await typeInto(page, 'Seconds before each retry', 'none');
  await activate(page, button(page, 'Add the endpoint'));
  noteSecrets((await page.getByRole('region', { name: 'The signing secret' }).innerText()).trim());
  await activate(page, link(page, 'Watch requests arrive'));
};

/** Tells the receiver what to answer, by the first letters of an option. */
const answerWith = async (page: Page, status: string): Promise<void> => {
  await reach(page, page.getByLabel('Status'));
  await page.keyboard.type(status);
  await page.getByText(`It answers ${status} from now on.`).waitFor();
};

/** Receivers on loan: webhooks without a server of one's own. */
export const receivers = (here: () => Portal): void =>
  describe('lends a receiver', () => {
    let person: Person;
    let path: string;
    beforeAll(async () => void (person = await here().newPerson()));

    it('that shows a webhook arrive, fail and recover, to who has a keyboard alone', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await addEndpoint(page);
      await page.getByText('Nothing has arrived yet').waitFor();
      path = new URL(page.url()).pathname;

      await activate(page, button(page, 'Send a test'));
      await link(page, '1: ping').waitFor();
      await page.getByText('Signature verified').waitFor();
      await page.getByRole('region', { name: 'Body of the request' }).getByText('"ping"').waitFor();

      await answerWith(page, '500');
      await callAs(page, 'POST', '/v1/catches', { species: 'largemouth bass', weight_lbs: 6.1 });
      await page.getByRole('row', { name: /2: catch\.created 500/ }).waitFor();
      await answerWith(page, '200');

      await activate(page, link(page, 'On loan'));
      await page
        .getByRole('row', { name: /catch\.created/ })
        .getByText('Failed')
        .waitFor();
      await activate(page, button(page, 'Recover'));
      await page.getByText('The recovery is done').waitFor();
      await page.goto(path);
      await page.getByRole('row', { name: /3: catch\.created 200/ }).waitFor();
      await activate(page, link(page, '2: catch.created'));
      await page.getByRole('heading', { name: 'Request 2' }).waitFor();
    });

    it('on pages that look right, at every width and in both themes', async () => {
      await using tab = await here().tab(person);
      const sights = [
        { path, shows: 'catch.created' },
        { path: '/webhooks/receivers', shows: 'Create a receiver' },
      ];
      expect(await faultsInAllLooks(tab, sights)).toEqual([]);
    });

    it('until it is deleted', async () => {
      await using tab = await here().tab(person);
      await tab.page.goto(path);
      await button(tab.page, 'Delete').click();
      await tab.page.getByText('No receivers yet').waitFor();
      await tab.page.goto(path);
      await tab.page.getByRole('alert').getByText('There is no such test receiver').waitFor();
    });
  });
