import { recordingRelease, widenTables } from '@cds/testing';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([WebhookHarness.start(), Receiver.start()]);
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));

const account = someAccount();

const exercise = async (): Promise<void> => {
  const { delivery, endpoint } = await app.delivered(account, { url: receiver.url });
  expect(delivery.status).toBe('delivered');
  for (const path of ['webhooks', `webhooks/${endpoint.id}`, `webhooks/${endpoint.id}/deliveries`])
    expect(await app.call(account, 'GET', `/v1/${path}`)).toMatchObject({ status: 200 });
  expect(await app.call(account, 'DELETE', `/v1/webhooks/${endpoint.id}`)).toMatchObject({ status: 204 });
};

describe('a running service whose tables a later release widens', () => {
  it('goes on reading, writing, consuming and delivering', async () => {
    await recordingRelease('webhook', exercise);
    for (let run = 0; run < 2; run++) await exercise();
    expect((await widenTables(app.pool)).length).toBeGreaterThan(5);
    for (let run = 0; run < 2; run++) await exercise();
  });
});
