import { eventually, noteSecrets } from '@cds/testing';
import type { Page } from 'playwright-core';
import { callAs } from './call-as.js';
import { faultsInAllLooks } from './looks.js';
import type { OpenTab, Person, Portal } from './portal.js';
import { Receiver } from './receiver.js';

interface Rows {
  readonly data: readonly { readonly id: string }[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Adds an endpoint by the form, and ends on its page. */
const addEndpoint = async (page: Page, url: string): Promise<string> => {
  await page.goto('/webhooks');
  await page.getByRole('link', { name: 'Add an endpoint' }).first().click();
  await page.getByLabel('Address').fill(url);
  await page.getByLabel('Description').fill('Production');
  await page.getByLabel('Everything').uncheck();
  await page.getByLabel('All: catch.*').check();
  await page.getByText('Filter, ordering, rate limit, retries and headers').click();
  await page.getByLabel('Seconds before each retry').fill('none');
  await button(page, 'Add the endpoint').click();
  const secret = await page.getByRole('region', { name: 'The signing secret' }).innerText();
  expect(secret).toMatch(/^whsec_/);
  noteSecrets(secret.trim());
  await page.getByRole('link', { name: 'View endpoint' }).click();
  await page.getByRole('heading', { name: 'Production', level: 1 }).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
};

/** Webhooks and the feed in the portal. */
export const webhooks = (here: () => Portal): void => {
  describe('tells of webhooks', () => {
    let person: Person;
    beforeAll(async () => void (person = await here().newPerson()));

    it('from an endpoint that is added to a message that failed and is sent again', async () => {
      await using receiver = await Receiver.listen();
      await using tab = await here().tab(person);
      const { page } = tab;
      const endpointId = await addEndpoint(page, receiver.url);

      await button(page, 'Send a test').click();
      await page.getByRole('heading', { name: 'ping', level: 1 }).waitFor();
      await page.getByText('Delivered', { exact: true }).first().waitFor();
      await page.getByText('thank you').waitFor();

      receiver.status = 503;
      await callAs(page, 'POST', '/v1/catches', { species: 'largemouth bass', weight_lbs: 8.4 });
      await page.goto(`/webhooks/${endpointId}`);
      const row = page.getByRole('row', { name: /catch\.created/ });
      await row.getByText('Failed').waitFor();
      await row.getByRole('link', { name: 'catch.created' }).click();
      await page.getByText('the database is away').waitFor();
      expect(await page.getByRole('region', { name: 'Request headers of attempt 1' }).innerText()).toContain(
        'webhook-signature: v1,',
      );

      await page.goto('/webhooks');
      // Attempts are counted by the hour.
      await page.getByText(/^In the hour from \d{1,2} \w+ \d{4}, \d\d:\d\d$/).waitFor();

      receiver.status = 200;
      await page.goto(`/webhooks/${endpointId}`);
      await button(page, 'Recover').click();
      await page.getByText('The recovery is done').waitFor();
      await row.getByText('Delivered').waitFor();
      // A failed and a recovered message are one: it keeps its id.
      expect(receiver.got.length).toBe(3);
      expect(new Set(receiver.got.slice(1)).size).toBe(1);
    });

    it('with a new secret that is shown once, and until when the old one signs too', async () => {
      await using receiver = await Receiver.listen();
      await using tab = await here().tab(person);
      const { page } = tab;
      await addEndpoint(page, receiver.url);
      await button(page, 'Rotate secret').click();
      await page.getByLabel('Hours in which the old secret signs too').fill('2');
      await button(page, 'Create new secret').click();
      const secret = await page.getByRole('region', { name: 'The signing secret' }).innerText();
      expect(secret).toMatch(/^whsec_/);
      noteSecrets(secret.trim());
      await page.getByText(/The old secret signs too for (?:2 h|1 h 5\d min|120 min)/).waitFor();
    });

    it('and says at each field what is wrong with it, without losing the rest', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto('/webhooks/new');
      await page.getByLabel('Address').fill('https://10.0.0.1/hooks');
      await page.getByLabel('Description').fill('Inside');
      await page.getByText('Filter, ordering, rate limit, retries and headers').click();
      await page.getByLabel('Seconds before each retry').fill('soon');
      await page.getByText('Filter, ordering, rate limit, retries and headers').click();
      await button(page, 'Add the endpoint').click();
      await expectInvalid(page, 'Address');
      await expectInvalid(page, 'Seconds before each retry');
      await page.getByLabel('Seconds before each retry').waitFor({ state: 'visible' });
      await page.getByText('What has to change is said at each field.').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('`');
      await page.reload();
      await eventually(async () => expect(await page.getByLabel('Description').inputValue()).toBe('Inside'));
    });

    it('and leads back to the list from an endpoint that there is none of', async () => {
      await using tab = await here().tab(person);
      const { page } = tab;
      await page.goto('/webhooks/we_01kbrnhzqpe0p9xx6kgf4yk8aj');
      await page.getByRole('alert').waitFor();
      expect(await button(page, 'Try again').count()).toBe(0);
      await page.getByRole('link', { name: 'All endpoints' }).click();
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    });

    it('live in two tabs at once, by one connection', async () => {
      await using tab = await here().tab(person);
      await using other = await here().tab(person);
      const readers = new Set<Page>();
      for (const { page } of [tab, other]) {
        page.on('request', (request) => {
          if (request.url().includes('/v1/events/stream')) readers.add(page);
        });
        await page.goto('/events?live=yes');
        await page.getByText('Connected', { exact: true }).waitFor();
      }
      await callAs(tab.page, 'POST', '/v1/catches', { species: 'walleye', weight_lbs: 3.1 });
      for (const { page } of [tab, other])
        await page.getByRole('table', { name: 'Live events' }).getByText('catch.created').first().waitFor();
      expect(readers.size).toBe(1);
    });
  });

  describe('looks right with webhooks', () => {
    let tab: OpenTab;
    let paths: Awaited<ReturnType<typeof pathsOf>>;
    beforeAll(async () => {
      tab = await here().tab(await here().newPerson());
      paths = await pathsOf(tab.page);
    });
    afterAll(() => tab?.[Symbol.asyncDispose]());

    it.each([
      ['endpoints', 'Production'],
      ['new', 'Add the endpoint'],
      ['endpoint', 'catch.created'],
      ['edit', 'Save'],
      ['deliveries', 'catch.created'],
      ['delivery', 'thank you'],
      ['types', 'catch.created'],
      ['events', 'catch.created'],
      ['event', 'catch.created'],
    ] as const)('on the page of %s, at every width and in both themes', async (name, shows) => {
      expect(await faultsInAllLooks(tab, [{ path: paths[name], shows }])).toEqual([]);
    });

    it('with a dialog', async () => {
      const open = async (page: Page) => {
        await button(page, 'Rotate secret').click();
        await page.getByRole('dialog').waitFor();
      };
      expect(await faultsInAllLooks(tab, [{ path: paths.endpoint, shows: 'Rotate secret', open }])).toEqual([]);
    });

    it('with every field of an endpoint', async () => {
      const open = async (page: Page) => {
        await page.getByLabel('Everything').uncheck();
        await page.getByText('Filter, ordering, rate limit, retries and headers').click();
      };
      expect(await faultsInAllLooks(tab, [{ path: paths.new, shows: 'Everything', open }])).toEqual([]);
    });

    it('while events are watched live', async () => {
      const open = async (page: Page) => {
        await button(page, 'Watch live').click();
        await page.getByText('Connected', { exact: true }).waitFor();
      };
      expect(await faultsInAllLooks(tab, [{ path: paths.events, shows: 'Watch live', open }])).toEqual([]);
    });
  });
};

/** The pages of an endpoint that has got an event. */
const pathsOf = async (page: Page) => {
  await using receiver = await Receiver.listen();
  const endpointId = await addEndpoint(page, receiver.url);
  await callAs(page, 'POST', '/v1/catches', { species: 'bluegill', weight_lbs: 0.4 });
  const firstOf = (list: string): Promise<string> =>
    eventually(
      async () => {
        const [first] = (await callAs<Rows>(page, 'GET', list)).data;
        if (!first) throw new Error(`nothing in ${list}`);
        return first.id;
      },
      { timeoutMs: 60_000 },
    );
  return {
    endpoint: `/webhooks/${endpointId}`,
    edit: `/webhooks/${endpointId}/edit`,
    delivery: `/webhooks/deliveries/${await firstOf('/v1/webhook-deliveries?status=delivered')}`,
    event: `/events/${await firstOf('/v1/events')}`,
    endpoints: '/webhooks',
    new: '/webhooks/new',
    deliveries: '/webhooks/deliveries',
    types: '/webhooks/event-types',
    events: '/events',
  };
};

const expectInvalid = (page: Page, label: string): Promise<unknown> =>
  eventually(async () => expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true'));
