import { eventually, noteSecrets } from '@cds/testing';
import type { Page } from 'playwright-core';
import { callAs } from './call-as.js';
import { faultsInAllLooks } from './looks.js';
import type { Person, Portal } from './portal.js';
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
  await page.getByText('Filter, order, pace, retries and headers').click();
  await page.getByLabel('Seconds before each retry').fill('none');
  await button(page, 'Add the endpoint').click();
  const secret = await page.getByRole('region', { name: 'The signing secret' }).innerText();
  expect(secret).toMatch(/^whsec_/);
  noteSecrets(secret.trim());
  await page.getByRole('link', { name: 'Go to the endpoint' }).click();
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
      await using tab = await here().window(person);
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
      await using tab = await here().window(person);
      const { page } = tab;
      await addEndpoint(page, receiver.url);
      await button(page, 'Rotate secret').click();
      await page.getByLabel('Hours in which the old secret signs too').fill('2');
      await button(page, 'Make a new secret').click();
      const secret = await page.getByRole('region', { name: 'The signing secret' }).innerText();
      expect(secret).toMatch(/^whsec_/);
      noteSecrets(secret.trim());
      await page.getByText(/The old secret signs too for (?:2 h|1 h 5\d min|120 min)/).waitFor();
    });

    it('and says at the field why an address is refused, without losing the rest', async () => {
      await using tab = await here().window(person);
      const { page } = tab;
      await page.goto('/webhooks/new');
      await page.getByLabel('Address').fill('https://10.0.0.1/hooks');
      await page.getByLabel('Description').fill('Inside');
      await button(page, 'Add the endpoint').click();
      await expectInvalid(page, 'Address');
      await page.reload();
      await eventually(async () => expect(await page.getByLabel('Description').inputValue()).toBe('Inside'));
    });

    it('live in two tabs at once, by one connection', async () => {
      await using tab = await here().window(person);
      const other = await tab.context.newPage();
      const streams: string[] = [];
      tab.context.on('request', (request) => {
        if (request.url().includes('/v1/events/stream')) streams.push(request.url());
      });
      for (const page of [tab.page, other]) {
        await page.goto('/events?live=yes');
        await page.getByText('Connected', { exact: true }).waitFor();
      }
      await callAs(tab.page, 'POST', '/v1/catches', { species: 'walleye', weight_lbs: 3.1 });
      for (const page of [tab.page, other])
        await page.getByRole('table', { name: 'Live events' }).getByText('catch.created').first().waitFor();
      expect(streams).toHaveLength(1);
    });
  });

  describe('looks right with webhooks', () => {
    let person: Person;
    const paths: Record<string, string> = {};
    beforeAll(async () => {
      person = await here().newPerson();
      await using receiver = await Receiver.listen();
      await using tab = await here().window(person);
      const endpointId = await addEndpoint(tab.page, receiver.url);
      await callAs(tab.page, 'POST', '/v1/catches', { species: 'bluegill', weight_lbs: 0.4 });
      const deliveries = await eventually(async () => {
        const { data } = await callAs<Rows>(tab.page, 'GET', '/v1/webhook-deliveries?status=delivered');
        expect(data).not.toHaveLength(0);
        return data;
      });
      const { data: events } = await callAs<Rows>(tab.page, 'GET', '/v1/events');
      Object.assign(paths, {
        endpoint: `/webhooks/${endpointId}`,
        edit: `/webhooks/${endpointId}/edit`,
        delivery: `/webhooks/deliveries/${deliveries[0]?.id ?? ''}`,
        event: `/events/${events[0]?.id ?? ''}`,
        endpoints: '/webhooks',
        new: '/webhooks/new',
        deliveries: '/webhooks/deliveries',
        types: '/webhooks/event-types',
        events: '/events',
      });
    });

    const NAMES = ['endpoints', 'new', 'endpoint', 'edit', 'deliveries', 'delivery', 'types', 'events', 'event'];
    it.each(NAMES)('on the page of %s, at every width and in both themes', async (name) => {
      expect(await faultsInAllLooks(here(), person, paths[name] ?? '')).toEqual([]);
    });

    it('with a dialog', async () => {
      const rotating = async (page: Page) => {
        await button(page, 'Rotate secret').click();
        await page.getByRole('dialog').waitFor();
      };
      expect(await faultsInAllLooks(here(), person, paths['endpoint'] ?? '', rotating)).toEqual([]);
    });

    it('with every field of an endpoint', async () => {
      const unfolded = async (page: Page) => {
        await page.getByLabel('Everything').uncheck();
        await page.getByText('Filter, order, pace, retries and headers').click();
      };
      expect(await faultsInAllLooks(here(), person, '/webhooks/new', unfolded)).toEqual([]);
    });

    it('while events are watched live', async () => {
      const watching = async (page: Page) => {
        await button(page, 'Watch live').click();
        await page.getByText('Connected', { exact: true }).waitFor();
      };
      expect(await faultsInAllLooks(here(), person, '/events', watching)).toEqual([]);
    });
  });
};

const expectInvalid = (page: Page, label: string): Promise<unknown> =>
  eventually(async () => expect(await page.getByLabel(label).getAttribute('aria-invalid')).toBe('true'));
