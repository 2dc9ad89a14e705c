import { jest } from '@jest/globals';
import type { Caller } from '@cds/identity';
import { HeavyReads } from '@cds/postgres';
import { eventually } from '@cds/testing';
import { DatabaseClock } from '../src/database/database-clock.js';
import type { ReplayView } from '../src/replays/replay-view.js';
import { catchEdited, catchLogged, entryChanged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { type Created, someAccount, WebhookHarness } from './webhook.harness.js';

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

const LONG_AGO = '2020-01-01T00:00:00Z';

const replay = ({ id }: { id: string }, body: object = { since: LONG_AGO }, caller = account) =>
  app.call<ReplayView & { code: string }>(caller, 'POST', `/v1/webhooks/${id}/replay`, body);
const read = async (id: string) => (await app.call<ReplayView>(account, 'GET', `/v1/webhook-replays/${id}`)).body;
const finished = (id: string): Promise<ReplayView> =>
  eventually(
    async () => {
      const one = await read(id);
      expect(one.finished_at).not.toBeNull();
      return one;
    },
    { timeoutMs: 20_000 },
  );
const stored = (...ids: string[]): Promise<void> =>
  eventually(
    async () => {
      const { rowCount } = await app.pool.query('SELECT FROM webhook_events WHERE id = ANY($1)', [ids]);
      expect(rowCount).toBe(ids.length);
    },
    { timeoutMs: 15_000 },
  );
const happened = async (count: number, overrides: (at: number) => object = () => ({})): Promise<string[]> => {
  const events = Array.from({ length: count }, (_, at) => catchLogged(account.accountId, overrides(at)));
  const [first, ...others] = events;
  if (first) await app.publishTogether(first, ...others);
  const ids = events.map(({ id }) => id);
  await stored(...ids);
  return ids;
};
const endpoint = (order: object = {}): Promise<Created> =>
  app.endpoint(account, receiver.url, { event_types: ['catch.*'], ...order });
const receivedIds = (): string[] => receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);

describe('POST /v1/webhooks/{id}/replay', () => {
  it('sends what happened before the endpoint existed, about oldest first, and shows how far it is', async () => {
    const ids = await happened(450);
    const created = await endpoint();
    const { status, headers, body } = await replay(created);
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/webhook-replays/${body.id}`);
    expect(body).toMatchObject({ endpoint_id: created.id, status: 'queued', count: 450, sent: 0, progress: 0 });
    expect(await finished(body.id)).toMatchObject({ status: 'completed', count: 450, sent: 450, progress: 1 });
    await eventually(() => expect([...receivedIds()].sort()).toEqual([...ids].sort()), { timeoutMs: 20_000 });
    expect(await finished((await replay(created)).body.id)).toMatchObject({ count: 0, sent: 0 });
    expect(receivedIds()).toHaveLength(450);
  });

  it('sends also what is read of its window only later, once, and nothing else of before the endpoint', async () => {
    const longAgo = new Date(Date.now() - 3_600_000);
    const [created, other] = [await endpoint(), await endpoint()];
    const until = new Date(Date.now() - 60_000).toISOString();
    await finished((await replay(created, { since: LONG_AGO, until })).body.id);
    const [late, tooLate] = [catchLogged(account.accountId), catchLogged(account.accountId)];
    await app.publishTogether({ ...late, time: longAgo }, { ...tooLate, time: new Date(Date.parse(until) + 1) });
    await eventually(() => expect(receivedIds()).toEqual([late.id]));
    await stored(late.id, tooLate.id);
    const deliveries = `/v1/webhooks/${other.id}/deliveries`;
    expect((await app.call<{ total: number }>(account, 'GET', deliveries)).body.total).toBe(0);
    expect(await finished((await replay(created, { since: LONG_AGO, until })).body.id)).toMatchObject({ count: 0 });
  });

  it('sends what the endpoint takes now, in its window, and nothing that it got, failed or may not see', async () => {
    const [light, heavy] = await happened(2, (at) => ({ weight_lbs: at === 0 ? 1 : 20 }));
    const foreign = catchLogged(someAccount().accountId, { weight_lbs: 30 });
    const board = entryChanged();
    await app.publish(foreign, board);
    await stored(foreign.id, board.id);
    const between = new Date().toISOString();
    receiver.answersWith(500);
    const created = await endpoint({ filter: { min_weight_lbs: 10 }, retry_schedule: [] });
    const failed = catchEdited(account.accountId, { weight_lbs: 11 });
    await app.publish(failed);
    await app.delivery(account, created.id, failed.id, ({ status }) => status === 'failed');
    receiver.answersWith(200);

    const { body } = await replay(created);
    expect(body.count).toBe(1);
    await finished(body.id);
    await eventually(() => expect(receivedIds()).toContain(heavy));
    expect(receivedIds()).not.toContain(light);
    expect(receivedIds()).not.toContain(foreign.id);
    expect(receivedIds()).not.toContain(board.id);
    expect(receivedIds().filter((id) => id === failed.id)).toHaveLength(1);
    const other = await endpoint({ filter: { min_weight_lbs: 15 } });
    expect((await replay(other, { since: between })).body.count).toBe(0);
    expect((await replay(await endpoint(), { since: LONG_AGO, until: between })).body.count).toBe(2);
  });

  it('reaches back 30 days, and refuses the future and what is no order', async () => {
    const created = await endpoint();
    const { body } = await replay(created);
    expect(Date.parse(body.since)).toBeGreaterThan(Date.now() - 30 * 86_400_000 - 60_000);
    const future = new Date(Date.now() + 60_000).toISOString();
    for (const wrong of [{ since: future }, {}, { since: LONG_AGO, speed: 1 }])
      expect((await replay(created, wrong)).status).toBe(400);
  });

  it('is one at a time for an endpoint, fails when that is disabled, and goes on beside others', async () => {
    await happened(150);
    receiver.answers(() => undefined);
    const created = await endpoint();
    const { body } = await replay(created);
    await eventually(async () => expect((await read(body.id)).sent).toBeGreaterThan(0), { timeoutMs: 15_000 });
    expect(await replay(created)).toMatchObject({ status: 409, body: { code: 'webhook.replay_running' } });
    expect((await replay(created, { since: LONG_AGO }, someAccount())).body.code).toBe('webhook.not_found');
    await app.call(account, 'PATCH', `/v1/webhooks/${created.id}`, { status: 'disabled' });
    expect(await finished(body.id)).toMatchObject({ status: 'failed' });
    expect(await replay(created)).toMatchObject({ status: 409, body: { code: 'webhook.disabled' } });
  });

  it('counts on none of the connections of writers, and not at all while one is unfinished', async () => {
    const created = await endpoint();
    const reads = jest.spyOn(app.service.app.get(HeavyReads), 'run');
    const { body } = await replay(created);
    expect(reads.mock.calls.map(([accountId]) => accountId)).toEqual([account.accountId]);
    await finished(body.id);
    await app.pool.query("UPDATE replays SET status = 'queued', finished_at = NULL WHERE id = $1", [body.id]);
    expect(await replay(created)).toMatchObject({ status: 409, body: { code: 'webhook.replay_running' } });
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('is one of two that are asked for at the same moment', async () => {
    await happened(150);
    receiver.answers(() => undefined);
    const created = await endpoint();
    const answers = await Promise.all([replay(created), replay(created)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  it('forgets the oldest ones of the endpoint, so that it has the last hundred', async () => {
    const [created, other] = [await endpoint(), await endpoint()];
    const finish = ({ id }: Created, count: number): Promise<unknown> =>
      app.pool.query(
        `INSERT INTO replays (id, endpoint_id, status, since, until, count, created_at, finished_at, due_at)
         SELECT $1 || lpad(n::text, 3, '0'), $1, 'completed', now(), now(), 0, now() - make_interval(hours => 200 - n),
           now(), NULL FROM generate_series(1, $2::int) AS n`,
        [id, count],
      );
    await finish(created, 150);
    await finish(other, 101);
    const { body } = await replay(created);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM replays WHERE endpoint_id = ANY($1) ORDER BY id',
      [[created.id, other.id]],
    );
    const kept = (id: string, from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_, at) => `${id}${String(from + at).padStart(3, '0')}`);
    const expected = [...kept(created.id, 51, 150), ...kept(other.id, 1, 101), body.id];
    expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  });

  it('makes its messages due by the clock of the database', async () => {
    const hourMs = 3_600_000;
    const ahead = jest.spyOn(app.service.app.get(DatabaseClock), 'now');
    ahead.mockImplementation(() => new Date(Date.now() + hourMs));
    await happened(1);
    const created = await endpoint();
    await finished((await replay(created)).body.id);
    const { rows } = await app.pool.query<{ at: Date }>(
      'SELECT created_at AS at FROM webhook_messages WHERE endpoint_id = $1',
      [created.id],
    );
    expect(rows.map(({ at }) => Math.round((at.getTime() - Date.now()) / hourMs))).toEqual([1]);
    ahead.mockRestore();
  });

  it('is read by its account alone', async () => {
    const { body } = await replay(await endpoint());
    const path = `/v1/webhook-replays/${body.id}`;
    const unknown = { status: 404, body: { code: 'webhook_replay.not_found' } };
    expect(await app.call(someAccount(), 'GET', path)).toMatchObject(unknown);
    expect(await app.call(account, 'GET', '/v1/webhook-replays/x')).toMatchObject(unknown);
    expect((await app.call(account, 'GET', path)).status).toBe(200);
  });
});
