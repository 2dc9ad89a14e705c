import type { Caller } from '@cds/identity';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { identityHeaders } from '@cds/testing/identity';
import { StreamReader } from './event-stream.js';
import { Receiver } from './receiver.js';
import { storeMessages } from './stored-messages.js';
import { anglerErased, catchLogged, entryChanged, publicCatch, verificationStep } from './webhook.builders.js';
import { type Delivery, someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start();
  receiver = await Receiver.start();
  account = someAccount();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const payloads = async (): Promise<string> => {
  const { rows } = await app.pool.query<{ payload: string }>('SELECT payload FROM webhook_events');
  const former = await app.pool.query<{ payload: string }>('SELECT payload FROM messages');
  return [...rows, ...former.rows].map(({ payload }) => payload).join('\n');
};

/** What receivers answered to the messages of an endpoint, each text once. */
const answers = async (endpointId: string): Promise<string[]> => {
  const { rows } = await app.pool.query<{ body: string }>(
    `SELECT DISTINCT response_body AS body FROM webhook_attempts
      WHERE message_id IN (SELECT id FROM webhook_messages WHERE endpoint_id = $1)`,
    [endpointId],
  );
  return rows.map(({ body }) => body);
};

/** As a copy of the previous release stores it, and has the lease of it. */
const formerMessage = (endpointId: string, payload: string, angler: string) =>
  app.pool.query(
    `INSERT INTO messages (id, endpoint_id, event_id, type, subject, payload, angler_ids, next_attempt_at, due_at,
       created_at)
     VALUES ('msg_former', $1, 'evt_former', 'catch.created', 'catch_1', $2, ARRAY[$3], now(),
       now() + interval '1 hour', now())`,
    [endpointId, payload, angler],
  );

describe('the erasure of an angler', () => {
  it(
    'empties what is stored of them, shows it in deliveries so, and what comes from before says ' + 'nothing new',
    async () => {
      const endpoint = await app.endpoint(account, receiver.url, { event_types: ['*'] });
      const angler = { id: newId('angler'), name: 'Zelda Secret' };
      const other = { id: newId('angler'), name: 'Someone Else' };
      const event = catchLogged(account.accountId, { angler, notes: 'secret-notes', bait: 'secret-bait' });
      const board = entryChanged();
      const displacing = {
        ...board,
        data: { ...board.data, angler: other, displaced: [{ angler, rank: 2, previous_rank: 1 }] },
      };
      await app.publish(event, displacing);
      await app.delivery(account, endpoint.id, event.id, ({ status }) => status === 'delivered');
      await app.delivery(account, endpoint.id, board.id, ({ status }) => status === 'delivered');
      expect(await payloads()).toContain('secret-notes');

      await app.publish(anglerErased(account.accountId, angler.id));
      await eventually(async () => expect(await payloads()).not.toMatch(/secret/i), { timeoutMs: 15_000 });
      expect(await payloads()).toContain('Someone Else');
      const { attempts } = await app.delivery(account, endpoint.id, event.id);
      expect(JSON.parse(attempts[0]?.request.body ?? '')).toMatchObject({
        id: event.id,
        data: { angler: { name: 'erased angler' }, notes: null, weight_lbs: 8.4 },
      });

      const replayed = catchLogged(account.accountId, { angler, notes: 'secret-notes' });
      await app.publish(replayed);
      const [request] = await receiver.got(replayed.id);
      expect(JSON.parse(request?.body ?? '')).toMatchObject({
        data: { angler: { name: 'erased angler' }, notes: null },
      });
    },
  );

  it('takes what a reviewer said of their catch from what is kept and from what is sent later', async () => {
    const endpoint = await app.endpoint(account, receiver.url, { event_types: ['*'] });
    const angler = { id: newId('angler'), name: 'Zelda Secret' };
    const approved = () =>
      verificationStep('VerificationApprovedV1', account.accountId, {
        catch: publicCatch({ angler }),
        reason: 'secret-reason',
        decided_by: newId('account'),
      });
    const [before, later] = [approved(), approved()];
    await app.publish(before);
    await app.delivery(account, endpoint.id, before.id, ({ status }) => status === 'delivered');
    expect(await payloads()).toContain('secret-reason');

    await app.publish(anglerErased(account.accountId, angler.id));
    await eventually(async () => expect(await payloads()).not.toMatch(/secret/i), { timeoutMs: 15_000 });
    await app.publish(later);
    const [request] = await receiver.got(later.id);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      data: { reason: null, catch: { angler: { name: 'erased angler' } } },
    });
  });

  it('shows and sends nothing of them once it is noted, before any event was gone through', async () => {
    const account = someAccount();
    const endpoint = await app.endpoint(account, receiver.url);
    const [angler, other] = [newId('angler'), newId('angler')];
    const before = catchLogged(account.accountId, { angler: { id: other, name: 'Someone Else' } });
    const event = catchLogged(account.accountId, {
      angler: { id: angler, name: 'Zelda Secret' },
      notes: 'secret-notes',
    });
    await app.publish(before);
    const kept = await app.delivery(account, endpoint.id, before.id, ({ status }) => status === 'delivered');
    await app.publish(event);
    const { id } = await app.delivery(account, endpoint.id, event.id, ({ status }) => status === 'delivered');
    await app.pool.query('UPDATE webhook_attempts SET response_body = $1 WHERE message_id = ANY($2)', [
      'thanks to secret Zelda',
      [id, kept.id],
    ]);
    // Worked off by nobody for now.
    await app.pool.query(
      "INSERT INTO erased_anglers (angler_id, noted_at, due_at) VALUES ($1, now(), now() + interval '1 hour')",
      [angler],
    );
    expect(await payloads()).toContain('secret-notes');
    const ofThem = {
      id: event.id,
      data: { angler: { id: angler, name: 'erased angler' }, notes: null, weight_lbs: 8.4 },
    };
    const ofOthers = { id: before.id, data: { angler: { name: 'Someone Else' } } };
    const get = async <T>(path: string) => (await app.call<T>(account, 'GET', path)).body;
    expect(await get(`/v1/events/${event.id}`)).toMatchObject(ofThem);
    expect(await get(`/v1/events/${before.id}`)).toMatchObject(ofOthers);
    const { data } = await get<{ data: object[] }>('/v1/events?type=catch.*&per_page=2');
    expect(data).toMatchObject([ofThem, ofOthers]);
    const stream = await StreamReader.open(`${app.service.url}/v1/events/stream`, {
      ...identityHeaders('webhook', account),
      'last-event-id': before.id,
    });
    await stream.got(event.id);
    stream.close();
    expect(JSON.parse(stream.told.find((one) => one.id === event.id)?.data ?? '')).toMatchObject(ofThem);
    const { attempts } = await get<Delivery>(`/v1/webhook-deliveries/${id}`);
    expect(attempts).toMatchObject([{ response: { body: '' } }]);
    expect(JSON.parse(attempts[0]?.request.body ?? '')).toMatchObject(ofThem);
    expect((await get<Delivery>(`/v1/webhook-deliveries/${kept.id}`)).attempts).toMatchObject([
      { response: { body: 'thanks to secret Zelda' } },
    ]);
    await app.call(account, 'POST', `/v1/webhook-deliveries/${id}/resend`);
    const [, resent] = await receiver.got(event.id, 2);
    expect(JSON.parse(resent?.body ?? '')).toMatchObject(ofThem);
    await app.pool.query('UPDATE erased_anglers SET due_at = now() WHERE angler_id = $1', [angler]);
    await eventually(async () => expect(await payloads()).not.toMatch(/secret/i), { timeoutMs: 15_000 });
  });

  it('goes through all of many messages and looks once more later', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const angler = newId('angler');
    const payload = JSON.stringify({ data: { angler: { id: angler, name: 'Zelda Secret' } } });
    await storeMessages(
      app.pool,
      Array.from({ length: 1_100 }, (_, n) => ({
        id: `msg_e${n}`,
        endpointId: endpoint.id,
        payload,
        anglerIds: [angler],
      })),
    );
    await app.pool.query(
      `INSERT INTO webhook_attempts (message_id, id, started_at, duration_ms, request_headers, response_status,
         response_headers, response_body)
       SELECT id, 'att_1', now(), 1, '{}', 200, '{}', 'thank you for Zelda Secret' FROM webhook_messages
       WHERE endpoint_id = $1`,
      [endpoint.id],
    );
    await formerMessage(endpoint.id, payload, angler);
    await app.publish(anglerErased(account.accountId, angler));
    const due = async () =>
      (
        await app.pool.query<{ again: boolean }>(
          'SELECT due_at > now() AND lease IS NULL AS again FROM erased_anglers WHERE angler_id = $1',
          [angler],
        )
      ).rows;
    await eventually(async () => expect(await due()).toEqual([{ again: true }]), { timeoutMs: 30_000 });
    expect(await payloads()).not.toMatch(/secret/i);
    expect(await answers(endpoint.id)).toEqual(['']);
    await app.pool.query("UPDATE webhook_attempts SET response_body = 'late secret' WHERE message_id = 'msg_e7'");
    await app.pool.query(
      "UPDATE erased_anglers SET noted_at = now() - interval '2 min', due_at = now() WHERE angler_id = $1",
      [angler],
    );
    await eventually(async () => expect(await due()).toEqual([{ again: null }]), { timeoutMs: 30_000 });
    expect(await answers(endpoint.id)).toEqual(['']);
    const { rows } = await app.pool.query('SELECT FROM webhook_events WHERE $1 = ANY(angler_ids)', [angler]);
    expect(rows).toEqual([]);
  });
});
