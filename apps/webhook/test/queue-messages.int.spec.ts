import { deadLetterTopic, TOPICS } from '@cds/contracts';
import type { Caller } from '@cds/identity';
import type { CloudEvent } from '@cds/kafka';
import { eventually } from '@cds/testing';
import { WEBHOOK_EVENT_TYPES } from '../src/endpoints/event-types.js';
import {
  catchDeleted,
  catchEdited,
  catchLogged,
  entryChanged,
  leaderChanged,
  periodClosed,
  recordBroken,
  verificationStep,
} from './webhook.builders.js';
import { deadLettersOf } from './dead-letters.js';
import { Receiver, verified } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
  account = someAccount();
});
afterEach(() => receiver.stop());

const messagesOf = async (endpointId: string): Promise<{ type: string; event_id: string }[]> => {
  const { rows } = await app.pool.query<{ type: string; event_id: string }>(
    'SELECT type, event_id FROM webhook_messages WHERE endpoint_id = $1 ORDER BY created_at, id',
    [endpointId],
  );
  return rows;
};

const TYPES: readonly (readonly [string, () => CloudEvent])[] = [
  ['catch.created', () => catchLogged(account.accountId)],
  ['catch.updated', () => catchEdited(account.accountId)],
  ['catch.deleted', () => catchDeleted(account.accountId)],
  ['verification.requested', () => verificationStep('VerificationRequestedV1', account.accountId)],
  ['verification.approved', () => verificationStep('VerificationApprovedV1', account.accountId)],
  ['verification.rejected', () => verificationStep('VerificationRejectedV1', account.accountId)],
  ['verification.revoked', () => verificationStep('VerificationRevokedV1', account.accountId)],
  ['leaderboard.entry_changed', () => entryChanged()],
  ['leaderboard.leader_changed', () => leaderChanged()],
  ['species.record_broken', () => recordBroken()],
];
/** Received in tests of their own: the one with an end of its own below, those of endpoints where they arise. */
const RECEIVED_ELSEWHERE = ['leaderboard.period_closed', 'ping', 'webhook.endpoint_disabled'];

it('each type that an endpoint may name is received in a test', () => {
  expect([...TYPES.map(([type]) => type), ...RECEIVED_ELSEWHERE].sort()).toEqual([...WEBHOOK_EVENT_TYPES].sort());
});

describe('a published event', () => {
  it.each(TYPES)('becomes %s with its id, time and data', async (type, made) => {
    const endpoint = await app.endpoint(account, receiver.url, { event_types: [type] });
    const event = made();
    await app.publish(event);
    const [request] = await receiver.got(event.id);
    if (!request) throw new Error('nothing received');
    expect(verified(request, endpoint.secret)).toEqual({
      id: event.id,
      type,
      timestamp: event.time.toISOString(),
      data: event.data,
    });
    expect(await messagesOf(endpoint.id)).toContainEqual({ type, event_id: event.id });
  });

  it('of a period that ended becomes leaderboard.period_closed, with as many entries as a payload takes', async () => {
    await app.endpoint(account, receiver.url, { event_types: ['leaderboard.period_closed'] });
    const event = periodClosed();
    await app.publish(event);
    const [request] = await receiver.got(event.id);
    const { type, data } = JSON.parse(request?.body ?? '') as {
      type: string;
      data: { entries: { rank: number }[]; entry_count: number; truncated: string[] };
    };
    expect(type).toBe('leaderboard.period_closed');
    expect(data).toMatchObject({ entry_count: 100, truncated: ['entries'] });
    expect(data.entries.map(({ rank }) => rank)).toEqual(data.entries.map((_, at) => at + 1));
    expect(data.entries.length).toBeGreaterThan(20);
    expect(Buffer.byteLength(request?.body ?? '')).toBeLessThan(20_000);
  });

  it('reaches the owner’s endpoints that take its type, and nobody else', async () => {
    const other = someAccount();
    const takers = [
      await app.endpoint(account, receiver.url),
      await app.endpoint(account, receiver.url, { event_types: ['catch.*'] }),
    ];
    const others = [
      await app.endpoint(account, receiver.url, { event_types: ['catch.deleted'] }),
      await app.endpoint(other, receiver.url),
    ];
    const event = catchLogged(account.accountId);
    const last = catchLogged(other.accountId);
    await app.publish(event, last);
    for (const { id } of takers) await app.delivery(account, id, event.id, ({ status }) => status === 'delivered');
    await receiver.got(last.id);
    for (const { id } of others) expect((await messagesOf(id)).map(({ event_id }) => event_id)).not.toContain(event.id);
    expect(await receiver.got(event.id)).toHaveLength(2);
  });

  it('of a board reaches every account', async () => {
    const other = someAccount();
    const endpoints = [
      await app.endpoint(account, receiver.url, { event_types: ['leaderboard.*'] }),
      await app.endpoint(other, receiver.url, { event_types: ['*'] }),
    ] as const;
    const event = entryChanged();
    await app.publish(event);
    await app.delivery(account, endpoints[0].id, event.id, ({ status }) => status === 'delivered');
    await app.delivery(other, endpoints[1].id, event.id, ({ status }) => status === 'delivered');
  });

  it('that comes twice makes one message', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId);
    const last = catchLogged(account.accountId, { id: event.subject as `catch_${string}` });
    await app.publishTogether(event, event, event);
    await app.publish(event, last);
    await receiver.got(last.id);
    expect((await messagesOf(endpoint.id)).map(({ event_id }) => event_id).sort()).toEqual([event.id, last.id].sort());
    expect(await receiver.got(event.id)).toHaveLength(1);
  });

  it('with long notes is cut below 20 kB, and the signature still verifies', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const event = catchLogged(account.accountId, { notes: '🎣'.repeat(5_000) });
    await app.publish(event);
    const [request] = await receiver.got(event.id);
    if (!request) throw new Error('nothing received');
    expect(Buffer.byteLength(request.body)).toBeLessThan(20_000);
    expect(verified(request, endpoint.secret).data['truncated']).toEqual(['notes']);
  });

  it('that is malformed goes to the dead letters and holds up nobody', async () => {
    await app.endpoint(account, receiver.url);
    const broken = { ...catchLogged(account.accountId), data: { id: 7 } };
    const sound = catchLogged(account.accountId, { id: broken.subject as `catch_${string}` });
    await app.publish(broken, sound);
    await receiver.got(sound.id);
    expect(receiver.received.map(({ body }) => body).join()).not.toContain(broken.id);
    await eventually(
      async () => expect(await deadLettersOf(deadLetterTopic(TOPICS.catchOwnerEvents, 'webhook'))).toContain(broken.id),
      { timeoutMs: 10_000 },
    );
  });

  it('of a type that nobody knows yet is passed over', async () => {
    const endpoint = await app.endpoint(account, receiver.url);
    const unknown = { ...catchLogged(account.accountId), type: 'CatchLoggedV99' };
    const known = catchLogged(account.accountId, { id: unknown.subject as `catch_${string}` });
    await app.publish(unknown, known);
    await receiver.got(known.id);
    expect((await messagesOf(endpoint.id)).map(({ event_id }) => event_id)).toEqual([known.id]);
  });
});

describe('a batch', () => {
  it('of many events for several endpoints makes each message once', async () => {
    const endpoints = await Promise.all([1, 2, 3].map(() => app.endpoint(account, receiver.url)));
    const events = Array.from({ length: 200 }, () => catchLogged(account.accountId));
    await Promise.all(events.map((event) => app.publish(event)));
    await eventually(
      async () => {
        for (const { id } of endpoints)
          expect((await messagesOf(id)).map(({ event_id }) => event_id).toSorted()).toEqual(
            events.map(({ id: eventId }) => eventId).toSorted(),
          );
        expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(600);
      },
      { timeoutMs: 20_000 },
    );
    expect(receiver.received).toHaveLength(600);
  });
});

describe('an endpoint that was deleted', () => {
  it('gets nothing of what comes after', async () => {
    const kept = await app.endpoint(account, receiver.url);
    const gone = await app.endpoint(account, receiver.url);
    await app.call(account, 'DELETE', `/v1/webhooks/${gone.id}`);
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await app.delivery(account, kept.id, event.id, ({ status }) => status === 'delivered');
    expect(await messagesOf(gone.id)).toEqual([]);
  });
});
