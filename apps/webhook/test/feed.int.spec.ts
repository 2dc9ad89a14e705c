import type { CursorEnvelope } from '@cds/listing';
import type { Caller } from '@cds/identity';
import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import type { FeedEvent } from '../src/feed/feed-event.js';
import { anglerErased, catchEdited, catchLogged, entryChanged, verificationStep } from './webhook.builders.js';
import { someAccount, WebhookHarness } from './webhook.harness.js';

let app: WebhookHarness;
let account: Caller;
beforeAll(async () => {
  app = await WebhookHarness.start();
});
afterAll(() => app.stop());
beforeEach(() => {
  account = someAccount();
});

const list = (query = '', caller = account) => app.call<CursorEnvelope<FeedEvent>>(caller, 'GET', `/v1/events${query}`);
/** The account's own events, once all of these are there. */
const own = (...ids: string[]): Promise<CursorEnvelope<FeedEvent>> =>
  eventually(
    async () => {
      const { body } = await list('?type=catch.*&type=verification.*&per_page=100');
      expect(body.data.map(({ id }) => id).sort()).toEqual([...ids].sort());
      return body;
    },
    { timeoutMs: 15_000 },
  );

describe('the feed', () => {
  it('has the account’s own events and everybody’s, newest first, and no other account’s', async () => {
    const [first, second] = [catchLogged(account.accountId), catchEdited(account.accountId)];
    const [foreign, board] = [catchLogged(someAccount().accountId), entryChanged()];
    await app.publish(first);
    await own(first.id);
    await app.publish(second, foreign, board);
    const page = await eventually(
      async () => {
        const { body } = await list('?per_page=100');
        expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id, board.id]));
        return body;
      },
      { timeoutMs: 15_000 },
    );
    const ids = page.data.map(({ id }) => id);
    expect(ids).not.toContain(foreign.id);
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
    expect(page).toMatchObject({ page: 1, per_page: 100 });
    expect(page.total).toBe(page.data.length);
    expect(page.data.find(({ id }) => id === first.id)).toEqual({
      id: first.id,
      type: 'catch.created',
      timestamp: first.time.toISOString(),
      data: first.data,
    });
  });

  it('is filtered by types and families, and counts what fits', async () => {
    const [logged, edited] = [catchLogged(account.accountId), catchEdited(account.accountId)];
    const requested = verificationStep('VerificationRequestedV1', account.accountId);
    await app.publish(logged, edited, requested);
    await own(logged.id, edited.id, requested.id);
    const idsOf = async (query: string) => {
      const { body } = await list(query);
      return { ids: body.data.map(({ id }) => id).sort(), total: body.total };
    };
    expect(await idsOf('?type=catch.created')).toEqual({ ids: [logged.id], total: 1 });
    expect(await idsOf('?type=catch.*')).toEqual({ ids: [logged.id, edited.id].sort(), total: 2 });
    const either = await idsOf('?type=catch.created&type=verification.requested');
    expect(either).toEqual({ ids: [logged.id, requested.id].sort(), total: 2 });
  });

  it('is read page by page, by cursor and by number, each event once', async () => {
    const events = Array.from({ length: 7 }, () => catchLogged(account.accountId));
    await app.publishTogether(events[0] ?? catchLogged(account.accountId), ...events.slice(1));
    const all = (await own(...events.map(({ id }) => id))).data.map(({ id }) => id);
    const read: string[] = [];
    for (let query = '?type=catch.*&per_page=3'; query !== '';) {
      const { body, headers } = await list(query);
      read.push(...body.data.map(({ id }) => id));
      expect(body.total).toBe(7);
      expect(headers.get('link')).toContain('rel="first"');
      query = body.next_cursor === null ? '' : `?type=catch.*&per_page=3&cursor=${body.next_cursor}`;
    }
    expect(read).toEqual(all);
    const { body } = await list('?type=catch.*&per_page=3&page=2');
    expect(body.data.map(({ id }) => id)).toEqual(all.slice(3, 6));
  });

  it('shows the fields and units that are asked for', async () => {
    const event = catchLogged(account.accountId, { weight_lbs: 10 });
    await app.publish(event);
    await own(event.id);
    const { body } = await list('?type=catch.*&fields=id,data&units=metric');
    expect(body.data).toEqual([
      { id: event.id, data: expect.objectContaining({ weight_lbs: 10, weight_kg: 4.536 }) as object },
    ]);
  });

  it.each(['?type=ping', '?type=catch', '?type=lure.lost', '?sort=id', '?per_page=101', '?cursor=x'])(
    'refuses %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  it('says nothing of an angler who was erased', async () => {
    const event = catchLogged(account.accountId, { notes: 'secret spot' });
    await app.publish(event);
    await own(event.id);
    await app.publish(anglerErased(account.accountId, event.data?.angler.id ?? ''));
    await eventually(
      async () => expect(JSON.stringify((await list('?type=catch.*')).body.data)).not.toContain('secret spot'),
      { timeoutMs: 15_000 },
    );
  });
});

describe('an event of the feed', () => {
  it('is read by its id, by whom it reaches', async () => {
    const event = catchLogged(account.accountId);
    await app.publish(event);
    await own(event.id);
    const path = `/v1/events/${event.id}`;
    expect(await app.call(account, 'GET', path)).toMatchObject({ status: 200, body: { id: event.id } });
    expect((await app.call(account, 'GET', `${path}?fields=type`)).body).toEqual({ type: 'catch.created' });
    const unknown = { status: 404, body: { code: 'event.not_found' } };
    expect(await app.call(someAccount(), 'GET', path)).toMatchObject(unknown);
    expect(await app.call(account, 'GET', `/v1/events/${newId('event')}`)).toMatchObject(unknown);
    expect(await app.call(account, 'GET', '/v1/events/x')).toMatchObject(unknown);
  });
});
