import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { catchLogged, entryChanged } from './webhook.builders.js';
import { Receiver } from './receiver.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([WebhookHarness.start(), Receiver.start()]);
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));

interface Row {
  readonly id: string;
  readonly partition: string;
  readonly type: string;
  readonly accountId: string | null;
  readonly payload: string;
}

const stored = async (...ids: string[]): Promise<Row[]> => {
  const { rows } = await app.pool.query<Row>(
    `SELECT id, tableoid::regclass::text AS partition, type, account_id AS "accountId", payload FROM webhook_events
      WHERE id = ANY($1) ORDER BY position`,
    [ids],
  );
  return rows;
};

/** The partition of the day that an id was made on. */
const partitionNow = (): string => `webhook_events_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;

describe('a published event', () => {
  it('is stored once, in the partition of its day, whether or not an endpoint gets it', async () => {
    const { accountId } = someAccount();
    const [event, board] = [catchLogged(accountId), entryChanged()];
    const last = catchLogged(accountId, { id: event.subject as `catch_${string}` });
    await app.publish(event, board, event, last);
    const rows = await eventually(async () => {
      const found = await stored(event.id, board.id, last.id);
      if (found.length !== 3) throw new Error(`${found.length} of 3 are stored`);
      return found;
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get(event.id)).toMatchObject({ type: 'catch.created', accountId });
    expect([partitionNow(), 'webhook_events_default']).toContain(byId.get(event.id)?.partition);
    expect(JSON.parse(byId.get(event.id)?.payload ?? '')).toEqual({
      id: event.id,
      type: 'catch.created',
      timestamp: event.time.toISOString(),
      data: event.data,
    });
    expect(byId.get(board.id)).toMatchObject({ type: 'leaderboard.entry_changed', accountId: null });
  });

  it('that is older than events are kept is neither stored nor sent', async () => {
    const account = someAccount();
    const endpoint = await app.endpoint(account, receiver.url);
    await app.pool.query("UPDATE endpoints SET created_at = now() - interval '90 days' WHERE id = $1", [endpoint.id]);
    const subject = newId('catch');
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    const old = { ...catchLogged(account.accountId, { id: subject }), time: daysAgo(31) };
    const late = { ...catchLogged(account.accountId, { id: subject }), time: daysAgo(29) };
    await app.publish(old, late);
    await receiver.got(late.id);
    expect((await stored(old.id, late.id)).map(({ id }) => id)).toEqual([late.id]);
    expect(receiver.received.map(({ body }) => body).join()).not.toContain(old.id);
  });
});
