import type { Caller } from '@cds/identity';
import { eventually } from '@cds/testing';
import { catchLogged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { storeMessages } from './stored-messages.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';
import { DueMessages } from '../src/deliveries/dispatch/due-messages.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start({ limits: { lookEveryMs: 300 } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(() => receiver.stop());

const MS_OF = (time: string): string => `SELECT (extract(epoch FROM ${time}) * 1000)::float8 AS ms`;

/** As a consumer, or another copy of the service, leaves messages behind. */
const left = async (endpointId: string, ids: readonly string[], dueAt: Date): Promise<void> => {
  await storeMessages(
    app.pool,
    ids.map((id) => ({
      id: `msg_${id}`,
      endpointId,
      status: 'pending',
      dueAt,
      payload: JSON.stringify({ id: `evt_${id}` }),
    })),
  );
};

describe('a message that a dead worker claimed', () => {
  it('is sent when the lease ends, and not before', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const leaseEnds = new Date(Date.now() + 1_500);
    await left(endpoint.id, ['leased'], leaseEnds);
    const [request] = await receiver.got('evt_leased');
    expect(request?.at).toBeGreaterThanOrEqual(leaseEnds.getTime());
    expect(request?.at).toBeLessThan(leaseEnds.getTime() + 1_500);
  });
});

describe('workers that claim at the same time', () => {
  it('never get the same message', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const claimant = { endpointId: endpoint.id, accountId: account.accountId };
    const later = Date.now() + 600_000;
    await left(
      endpoint.id,
      Array.from({ length: 200 }, (_, at) => `claimed_${at}`),
      new Date(later),
    );
    const workers = Array.from({ length: 40 }, () => new DueMessages(app.pool));
    const claimed = await Promise.all(
      workers.map((worker) => worker.claim([{ ...claimant, room: 5 }], new Date(later), new Date(later + 60_000))),
    );
    const ids = claimed.flatMap(({ messages }) => messages.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      (await workers[0]?.claim([{ ...claimant, room: 200 }], new Date(later), new Date(later + 60_000)))?.messages,
    ).toHaveLength(200 - ids.length);
  });
});

describe('a claim', () => {
  it('has its messages in the order in which they are due', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const later = Date.now() + 600_000;
    const ids = Array.from({ length: 30 }, (_, at) => `ordered_${String((at * 7) % 30)}`);
    for (const [at, id] of ids.entries()) await left(endpoint.id, [id], new Date(later + at));
    const claimant = { endpointId: endpoint.id, accountId: account.accountId, room: 30 };
    const claimed = await new DueMessages(app.pool).claim([claimant], new Date(later + 30), new Date(later + 60_000));
    expect(claimed.messages.map(({ id }) => id)).toEqual(ids.map((id) => `msg_${id}`));
  });

  it('leaves more than its share of a second to the next request of an endpoint with a rate', async () => {
    const endpoint = await app.endpoint(account, receiver.url, { max_rate_per_second: 3 });
    const later = Date.now() + 600_000;
    await left(endpoint.id, ['rated_1', 'rated_2'], new Date(later));
    const claimant = { endpointId: endpoint.id, accountId: account.accountId, room: 2 };
    const { rows: before } = await app.pool.query<{ ms: number }>(MS_OF('clock_timestamp()'));
    const claimed = await new DueMessages(app.pool).claim([claimant], new Date(later), new Date(later + 60_000));
    const { rows: next } = await app.pool.query<{ ms: number }>(
      `${MS_OF('next_slot_at')} FROM endpoints WHERE id = $1`,
      [endpoint.id],
    );
    expect(claimed.messages).toHaveLength(1);
    expect((next[0]?.ms ?? 0) - (before[0]?.ms ?? 0)).toBeGreaterThanOrEqual(349);
  });
});

describe('deleting an endpoint', () => {
  it('fails what waits for it, and sends nothing more', async () => {
    receiver.answersWith(500);
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [1, 1, 1] });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await app.delivery(account, endpoint.id, event.id, ({ attempt_count }) => attempt_count === 1);
    expect((await app.call(account, 'DELETE', `/v1/webhooks/${endpoint.id}`)).status).toBe(204);
    expect(await app.statusesOf(endpoint.id)).toEqual(['failed']);
    const { delivery } = await app.delivered(account, { url: receiver.url, retry_schedule: [2] }, 2);
    expect(delivery.status).toBe('failed');
    expect(await receiver.got(event.id)).toHaveLength(1);
  });

  it('fails what was queued for it at the same moment', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    await app.pool.query('UPDATE endpoints SET deleted_at = now() WHERE id = $1', [endpoint.id]);
    await left(endpoint.id, ['late'], new Date());
    await eventually(async () => expect(await app.statusesOf(endpoint.id)).toEqual(['failed']));
    expect(receiver.received).toEqual([]);
  });
});

describe('/metrics', () => {
  it('counts attempts and waiting messages', async () => {
    receiver.answersWith(500);
    const endpoint = await app.endpoint(account, receiver.url, { retry_schedule: [1_000] });
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await app.delivery(account, endpoint.id, event.id, ({ attempt_count }) => attempt_count === 1);
    const text = await (await fetch(`${app.service.internalUrl}/metrics`)).text();
    expect(text).toMatch(/^cds_webhook_attempts_total{result="retrying"} [1-9]/m);
    expect(text).toMatch(/^cds_webhook_messages_waiting{due="later"} [1-9]/m);
    expect(text).toMatch(/^cds_webhook_attempts_under_way \d/m);
    expect(text).toMatch(/^cds_webhook_attempt_duration_seconds_count{result="retrying"} [1-9]/m);
  });

  it('answers with everything else while waiting messages cannot be counted', async () => {
    const client = await app.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE pending_messages IN ACCESS EXCLUSIVE MODE');
      const answer = await fetch(`${app.service.internalUrl}/metrics`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toMatch(/^cds_ready 1$/m);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
