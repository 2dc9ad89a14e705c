import type { PlaceInList, SortValue, Sql } from '@cds/postgres';
import { createPool } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import {
  isBounded,
  type ListedDeliveries,
  rowsOf,
  totalOf,
} from '../src/deliveries/delivery-list/delivery-rows.sql.js';
import { storeMessages } from './stored-messages.js';

let database: TestDatabase;
let pool: pg.Pool;
const STATUSES = ['pending', 'delivered', 'failed'] as const;
const ENDPOINTS = ['we_1', 'we_2', 'we_3'];
const BEGIN = Date.UTC(2026, 10, 20);

beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests' });
  const messages = Array.from({ length: 120 }, (_, n) => ({
    id: newId('message'),
    endpointId: ENDPOINTS[n % 2] ?? '',
    status: STATUSES[(n * 7) % 3] ?? 'pending',
    eventId: `evt_${n % 50}`,
    // Four of each moment.
    createdAt: new Date(BEGIN + Math.floor(n / 4) * 1_000),
    dueAt: new Date(BEGIN - n * 1_000),
  }));
  await storeMessages(pool, messages);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const PER_PAGE = 7;

const rowsFrom = async <R extends pg.QueryResultRow>({ text, values }: Sql): Promise<R[]> =>
  (await pool.query<R>(text, values)).rows;

/** The ids of all pages, each of which begins after the last row of the one before. */
const listed = async (list: ListedDeliveries): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: readonly SortValue[] | undefined; ;) {
    const place: PlaceInList = { after, offset: 0, limit: PER_PAGE, total: undefined };
    const rows = await rowsFrom<{ id: string; place: SortValue[] }>(rowsOf(list, place));
    ids.push(...rows.map(({ id }) => id));
    after = rows.at(-1)?.place;
    if (rows.length < PER_PAGE) return ids;
  }
};

/** What the messages themselves say. */
const expected = async (list: ListedDeliveries, direction: string): Promise<string[]> => {
  const { status = STATUSES, event_id: events = null, created_after: from = null } = list.query;
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM webhook_messages WHERE endpoint_id = ANY($1) AND status = ANY($2)
       AND ($3::text[] IS NULL OR event_id = ANY($3)) AND ($4::timestamptz IS NULL OR created_at >= $4)
     ORDER BY created_at ${direction}, id ${direction}`,
    [list.endpoints, status, events, from],
  );
  return rows.map(({ id }) => id);
};

const FILTERS: readonly Partial<ListedDeliveries['query']>[] = [
  {},
  ...STATUSES.map((status) => ({ status: [status] })),
  { status: ['failed', 'pending'] },
  { status: ['failed', 'failed'] },
  { status: ['delivered', 'failed'] },
  { status: ['pending', 'delivered'] },
  { status: [...STATUSES] },
  { status: ['failed'], type: ['catch.created'], event_id: ['evt_1', 'evt_2', 'evt_3', 'evt_4'] },
  { status: ['pending', 'failed'], created_after: new Date(BEGIN + 9_000).toISOString() },
  { status: ['delivered'], created_after: new Date(BEGIN + 9_000).toISOString() },
];

describe.each([true, false])(
  'a list of deliveries, where the table of failed messages is complete: %s',
  (hasFailed) => {
    it.each(FILTERS)('has the rows, the order and the total of the messages: %j', async (filter) => {
      for (const [direction, descending] of [['DESC', true] as const, ['ASC', false] as const])
        for (const endpoints of [ENDPOINTS, ['we_2'], ['we_3'], []]) {
          const query = {
            per_page: PER_PAGE,
            total: true,
            sort: [{ key: 'created_at' as const, descending }],
            ...filter,
          };
          const list = { endpoints, query, hasFailed };
          const ids = await expected(list, direction);
          expect(await listed(list)).toEqual(ids);
          expect(await rowsFrom(totalOf(list))).toEqual([{ total: ids.length }]);
          const numbered = await rowsFrom<{ id: string }>(
            rowsOf(list, { after: undefined, offset: 10, limit: PER_PAGE, total: undefined }),
          );
          expect(numbered.map(({ id }) => id)).toEqual(ids.slice(10, 10 + PER_PAGE));
        }
    });
  },
);

describe('a page', () => {
  const query = { per_page: PER_PAGE, total: true, sort: [{ key: 'created_at' as const, descending: true }] };

  it('of failed messages is not read among all messages once these have a table', () => {
    const failed = { endpoints: ['we_1'], query: { ...query, status: ['failed' as const] } };
    expect(isBounded({ ...failed, hasFailed: true })).toBe(true);
    expect(isBounded({ ...failed, hasFailed: false })).toBe(false);
  });

  it.each([[['delivered'] as const], [['pending'] as const], [['failed', 'delivered'] as const]])(
    'of %j may cost more the more was sent',
    (status) => {
      expect(isBounded({ endpoints: ['we_1'], query: { ...query, status: [...status] }, hasFailed: true })).toBe(false);
    },
  );

  it('of the messages of an event may cost more the more failed, if only failed ones are asked for', () => {
    const ofEvent = { ...query, event_id: ['evt_1' as const] };
    const failed = { ...ofEvent, status: ['failed' as const] };
    expect(isBounded({ endpoints: ['we_1'], query: failed, hasFailed: true })).toBe(false);
    expect(isBounded({ endpoints: ['we_1'], query: ofEvent, hasFailed: true })).toBe(true);
  });

  it('does not show a failed message whose day was dropped', async () => {
    await pool.query(`INSERT INTO failed_messages (message_id, endpoint_id, event_id, type, created_at)
      VALUES ('msg_dropped', 'we_3', 'evt_1', 'ping', now())`);
    const list = { endpoints: ['we_3'], query: { ...query, status: ['failed' as const] }, hasFailed: true };
    expect(await listed(list)).toEqual([]);
  });
});
