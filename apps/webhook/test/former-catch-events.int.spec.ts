import { TOPICS } from '@cds/contracts';
import { eventually } from '@cds/testing';
import { formerCatchEvents } from '../src/messages/former-catch-events.js';
import { Receiver } from './receiver.js';
import { catchLogged } from './webhook.builders.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
const account = someAccount();
beforeAll(async () => {
  receiver = await Receiver.start();
  app = await WebhookHarness.start({ formerly: [TOPICS.catchEvents] });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const ownerTopic = TOPICS.catchOwnerEvents;
const messagesOf = async (endpointId: string): Promise<{ event_id: string; payload: string }[]> => {
  const { rows } = await app.pool.query<{ event_id: string; payload: string }>(
    `SELECT id AS event_id, payload FROM webhook_events
      WHERE id IN (SELECT event_id FROM webhook_messages WHERE endpoint_id = $1) ORDER BY id`,
    [endpointId],
  );
  return rows;
};

describe('a deployment that read catch.events before', () => {
  it('sends what a former catch service publishes there, and each event once', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const former = catchLogged(account.accountId);
    const both = catchLogged(account.accountId, { external_id: 'mine' });
    const twice = catchLogged(account.accountId);
    const everyone = { ...both, ownerTopic, data: { ...both.data, external_id: null } };
    await app.publishOn(TOPICS.catchEvents, former, twice, everyone);
    await eventually(
      async () =>
        expect((await messagesOf(endpoint.id)).map(({ event_id: id }) => id).sort()).toEqual(
          [former.id, twice.id].sort(),
        ),
      { timeoutMs: 15_000 },
    );

    await app.publishOn(TOPICS.catchOwnerEvents, twice, both);
    await receiver.got(both.id);
    const messages = await messagesOf(endpoint.id);
    expect(messages.map(({ event_id: id }) => id).sort()).toEqual([former.id, twice.id, both.id].sort());
    expect(messages.find(({ event_id: id }) => id === both.id)?.payload).toContain('"external_id":"mine"');
  });

  it('goes on with both topics', async () => {
    expect((await formerCatchEvents(app.pool)).except).toEqual([]);
  });
});

describe('a deployment that never read catch.events', () => {
  it('reads catch.owner-events alone', async () => {
    const query = () => Promise.resolve({ rows: [], rowCount: 0 });
    expect((await formerCatchEvents({ query } as unknown as typeof app.pool)).except).toEqual([TOPICS.catchEvents]);
  });
});
