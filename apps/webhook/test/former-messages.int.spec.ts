import type { Caller } from '@cds/identity';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { FormerMessageMover } from '../src/messages/former-message-mover.js';
import type { Delivery } from './webhook.harness.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  [app, receiver] = await Promise.all([WebhookHarness.start({ limits: { lookEveryMs: 200 } }), Receiver.start()]);
  account = someAccount();
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));

const move = () => app.service.app.get(FormerMessageMover).move();

interface Former {
  readonly id: string;
  readonly eventId: string;
}

/** A message as a copy of the previous release leaves it; `dueIn` seconds of one that is pending. */
const left = async (endpointId: string, status: string, dueIn: number | null, nextIn = dueIn): Promise<Former> => {
  const [id, eventId] = [newId('message'), newId('event')];
  // At once: the service may move the message before it has its attempt.
  await app.pool.query(
    `WITH message AS (
       INSERT INTO messages (id, endpoint_id, event_id, type, subject, payload, status, attempt_count, due_at,
         next_attempt_at, created_at)
       VALUES ($1, $2, $3, 'catch.created', 'catch_1', $4, $5, 1, now() + make_interval(secs => $6::int),
         now() + make_interval(secs => $7::int), now())
     )
     INSERT INTO attempts (id, message_id, started_at, duration_ms, request_headers, response_status, response_headers,
       response_body)
     VALUES ($8, $1, now(), 7, '{}', 200, '{}', 'thanks')`,
    [
      id,
      endpointId,
      eventId,
      JSON.stringify({ id: eventId, timestamp: new Date() }),
      status,
      dueIn,
      nextIn,
      newId('attempt'),
    ],
  );
  return { id, eventId };
};

const isFormer = async ({ id }: Former): Promise<boolean> =>
  (await app.pool.query('SELECT FROM messages WHERE id = $1', [id])).rowCount === 1;

const read = async ({ id }: Former): Promise<Delivery> =>
  (await app.call<Delivery>(account, 'GET', `/v1/webhook-deliveries/${id}`)).body;

describe('messages of the previous release', () => {
  it('are moved with their attempts, and those that wait are sent', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const delivered = await left(endpoint.id, 'delivered', null);
    const waiting = await left(endpoint.id, 'pending', 0);
    await eventually(async () => {
      await move();
      expect(await isFormer(delivered)).toBe(false);
      expect(await isFormer(waiting)).toBe(false);
    });
    expect(await read(delivered)).toMatchObject({
      status: 'delivered',
      event_id: delivered.eventId,
      attempt_count: 1,
      attempts: [{ duration_ms: 7, response: { status: 200, body: 'thanks' } }],
    });
    const [request] = await receiver.got(waiting.eventId);
    expect(request?.headers['webhook-id']).toBe(waiting.id);
    await eventually(async () => expect(await read(waiting)).toMatchObject({ status: 'delivered', attempt_count: 2 }));
  });

  it('stay while a copy of that release has the lease of them', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const leased = await left(endpoint.id, 'pending', 30, 0);
    const retried = await left(endpoint.id, 'pending', 3_600);
    await eventually(async () => {
      await move();
      expect(await isFormer(retried)).toBe(false);
    });
    expect(await isFormer(leased)).toBe(true);
    expect(await read(retried)).toMatchObject({ status: 'pending' });
  });
});
