import { noteSecrets } from '@cds/testing';
import type { Page } from 'playwright-core';
import { callAs } from './call-as.js';
import { pickSpecies } from './catches.js';
import type { OpenTab, Person, Portal } from './portal.js';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Both halves of a double click, before the page can draw anything in between. */
const clickTwice = (page: Page, name: string): Promise<void> =>
  button(page, name)
    .first()
    .evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });

const boards = async (page: Page, name: string): Promise<number> => {
  const { data } = await callAs<{ data: { name: string }[] }>(page, 'GET', '/v1/leaderboards?mine=true');
  return data.filter((board) => board.name === name).length;
};

/** The `Idempotency-Key` of each POST to a path; the answers are lost for as long as `isLost` says so. */
const keysSentTo = async (page: Page, path: string, isLost: () => boolean): Promise<string[]> => {
  const keys: string[] = [];
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const response = await route.fetch();
    return isLost() ? route.abort('connectionreset') : route.fulfill({ response });
  });
  return keys;
};

const fillInBoard = async (page: Page, name: string): Promise<void> => {
  await page.goto('/leaderboards/new');
  await page.getByLabel('Name').fill(name);
};

/** Asks for a board and loses the answer, but none after it. Returns the keys of all requests, later ones included. */
const askInVain = async (page: Page, name: string): Promise<string[]> => {
  let isLost = true;
  const keys = await keysSentTo(page, '/v1/leaderboards', () => isLost);
  await fillInBoard(page, name);
  await button(page, 'Create board').click();
  await page.getByText('Check your connection, then try again.').waitFor();
  isLost = false;
  return keys;
};

/** Forms whose button each makes one thing. */
const FORMS = [
  {
    what: 'board',
    path: '/v1/leaderboards',
    fillIn: (page: Page) => fillInBoard(page, 'Twice'),
    name: 'Create board',
    done: /\/leaderboards\/lb_/,
  },
  {
    what: 'receiver',
    path: '/portal/receivers',
    fillIn: (page: Page) => page.goto('/webhooks/receivers'),
    name: 'Create a receiver',
    done: /\/webhooks\/receivers\/./,
  },
  {
    what: 'catch',
    path: '/v1/catches',
    fillIn: async (page: Page) => {
      await page.goto('/catches/new');
      await pickSpecies(page, 'walleye', 'Walleye');
      await page.getByLabel('Weight (lb)').fill('3.5');
    },
    name: 'Log the catch',
    done: /\/catches\/catch_/,
  },
] as const;

/** What a button does that is pressed more than once. */
export const submissions = (here: () => Portal): void =>
  describe('does once what is asked for', () => {
    let person: Person;
    let tab: OpenTab;
    let page: Page;
    beforeAll(async () => void (person = await here().newPerson()));
    beforeEach(async () => {
      tab = await here().tab(person);
      page = tab.page;
    });
    afterEach(() => tab?.[Symbol.asyncDispose]());

    it.each(FORMS)('when a button is clicked twice: one $what', async ({ path, fillIn, name, done }) => {
      await fillIn(page);
      await button(page, name).first().waitFor();
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && new URL(request.url()).pathname === path) sent.push(path);
      });
      await clickTwice(page, name);
      await page.waitForURL(done);
      expect(sent).toEqual([path]);
    });

    it('when a button is clicked twice: one key, whose secret is shown', async () => {
      await page.goto('/keys');
      await button(page, 'New key').click();
      await page.getByLabel('Name').fill('twice');
      await clickTwice(page, 'Create key');
      const dialog = page.getByRole('dialog', { name: 'The key of twice' });
      noteSecrets(/cds_live_\w+/.exec(await dialog.innerText())?.[0] ?? '');
    });

    it('when the answer was lost and the button is pressed again', async () => {
      const keys = await askInVain(page, 'Lost and found');
      await button(page, 'Create board').click();
      await page.getByRole('heading', { name: 'Lost and found', level: 1 }).waitFor();
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
      expect(await boards(page, 'Lost and found')).toBe(1);
    });

    it('but anew when something else was typed after the answer was lost', async () => {
      const keys = await askInVain(page, 'First thought');
      await page.getByLabel('Name').fill('Second thought');
      await button(page, 'Create board').click();
      await page.getByRole('heading', { name: 'Second thought', level: 1 }).waitFor();
      expect(new Set(keys).size).toBe(2);
    });

    it('and anew when it was refused', async () => {
      const keys = await keysSentTo(page, '/v1/webhooks', () => false);
      await page.goto('/webhooks/new');
      await page.getByLabel('Address').fill('https://10.0.0.1/hooks');
      for (const count of [1, 2]) {
        await button(page, 'Add the endpoint').click();
        await page.waitForFunction(() => document.querySelector('form button[aria-busy]') === null);
        await page.getByText('Check what you entered').waitFor();
        expect(keys).toHaveLength(count);
      }
      expect(new Set(keys).size).toBe(2);
    });

    it('and with the same key when a receiver is asked for again after its answer was lost', async () => {
      const receivers = async (): Promise<number> =>
        (await callAs<{ data: object[] }>(page, 'GET', '/portal/receivers')).data.length;
      await page.goto('/webhooks/receivers');
      const before = await receivers();
      let isLost = true;
      const keys = await keysSentTo(page, '/portal/receivers', () => isLost);
      await button(page, 'Create a receiver').first().click();
      await page.getByText('Check your connection, then try again.').waitFor();
      isLost = false;
      await button(page, 'Create a receiver').first().click();
      await page.waitForURL(/\/webhooks\/receivers\/./);
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
      expect(await receivers()).toBe(before + 1);
    });

    it('and with the same key when a test is asked for again after its answer was lost', async () => {
      const endpoint = { url: 'https://example.com/hooks', event_types: ['catch.created'] };
      await page.goto('/webhooks');
      const { id, secret } = await callAs<{ id: string; secret: string }>(page, 'POST', '/v1/webhooks', endpoint);
      noteSecrets(secret);
      let isLost = true;
      const keys = await keysSentTo(page, `/v1/webhooks/${id}/test`, () => isLost);
      await page.goto(`/webhooks/${id}`);
      await button(page, 'Send a test').click();
      await page.getByText('Check your connection, then try again.').waitFor();
      isLost = false;
      await button(page, 'Send a test').click();
      await page.waitForURL(/\/webhooks\/deliveries\//);
      expect(new Set(keys).size).toBe(1);
    });
  });
