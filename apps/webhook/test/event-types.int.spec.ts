import { brokenListRules } from '@cds/testing';
import { unrefusedCalls } from '@cds/testing/identity';
import { WEBHOOK_EVENT_TYPES } from '../src/endpoints/event-types.js';
import { webhookDocs } from '../src/webhook-docs.js';
import type { EventTypeView } from '../src/catalogue/event-types.schemas.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

interface Page {
  data: EventTypeView[];
  total: number;
  next_cursor: string | null;
}

let app: WebhookHarness;
beforeAll(async () => {
  app = await WebhookHarness.start();
});
afterAll(() => app.stop());

const account = someAccount();
const list = (query = '') => app.call<Page>(account, 'GET', `/v1/webhooks/event-types${query}`);

it('refuses every call to a caller without its scope', async () => {
  expect(await unrefusedCalls('webhook', app.service.url)).toEqual([]);
});

describe('the catalogue of event types', () => {
  it('has each type that an endpoint may name', async () => {
    const { status, body } = await list();
    const names = body.data.map(({ name }) => name);
    expect([status, body.total]).toEqual([200, names.length]);
    expect(names).toEqual(webhookDocs.delivered.map(({ type }) => type));
    expect([...names].sort()).toEqual([...WEBHOOK_EVENT_TYPES].sort());
  });

  it('shows a description, a JSON Schema and an example of each', async () => {
    const { body } = await list();
    for (const { name, description, schema, example } of body.data) {
      expect(description).toMatch(/^[A-Z].+\.$/);
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: name });
      expect(example).toMatchObject({ id: expect.stringMatching(/^evt_/), type: name, data: expect.any(Object) });
    }
  });

  it('keeps the rules of every list', async () => {
    expect(await brokenListRules({ get: (query) => list(`?${query}`), field: 'name' })).toEqual([]);
  });
});
