import { monitorEventLoopDelay } from 'node:perf_hooks';
import { TOPICS } from '@cds/contracts';
import { EventPublisher } from '@cds/kafka';
import { eventually, newTopics, testKafka } from '@cds/testing';
import { POOL, READ_POOL } from '@cds/postgres';
import type pg from 'pg';
import { CatchHarness } from './catch.harness.js';
import { WITNESSED } from './catch.builders.js';
import { changedUpTo } from './many-changes.js';
import { Outside } from './outside.js';
import { form, picture, upload } from './photo.builders.js';

const CAP = 10_000;

let catches: CatchHarness;
let outside: Outside;
let rowsRead = 0;

beforeAll(async () => {
  await newTopics(testKafka().brokers, {
    [TOPICS.catchEvents]: 3,
    [TOPICS.catchOwnerEvents]: 3,
    [TOPICS.speciesCatalog]: 3,
  });
  catches = await CatchHarness.start();
  outside = await Outside.listen(TOPICS.catchEvents);
  countRows(catches.app.get<pg.Pool>(POOL));
  countRowsOfClients(catches.app.get<pg.Pool>(READ_POOL));
});
afterAll(async () => {
  await outside.stop();
  await catches.stop();
});

/** Counts the rows that PostgreSQL answers the service. A pool's own queries give their connection a callback. */
const countRows = (pool: pg.Pool | pg.PoolClient): void => {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const counted = async (...args: unknown[]): Promise<pg.QueryResult> => {
    const result = await query(...args);
    rowsRead += result.rows.length;
    return result;
  };
  const isCalledBack = (args: readonly unknown[]) => typeof args.at(-1) === 'function';
  Object.assign(pool, { query: (...args: unknown[]) => (isCalledBack(args) ? query(...args) : counted(...args)) });
};

/** The same for connections that are taken out of a pool. */
const countRowsOfClients = (pool: pg.Pool): void => {
  const counted = new WeakSet<pg.PoolClient>();
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient>;
  const taken = async (): Promise<pg.PoolClient> => {
    const client = await connect();
    if (!counted.has(client)) countRows(client);
    counted.add(client);
    return client;
  };
  // The pool's own queries take a connection by a callback.
  Object.assign(pool, { connect: (...args: unknown[]) => (args.length > 0 ? connect(...args) : taken()) });
};

/** The rows that an idle service reads by itself do not count: the least of several calls is that of the call. */
const rowsOf = async (call: () => Promise<{ status: number }>, expected = 200): Promise<number> => {
  const counts: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const before = rowsRead;
    expect((await call()).status).toBe(expected);
    counts.push(rowsRead - before);
  }
  return Math.min(...counts);
};

const edit = (id: string, notes: string) => catches.call('PATCH', `/v1/catches/${id}`, { notes });
const changedTo = async (version: number): Promise<string> => {
  const id = await catches.logged();
  await changedUpTo(catches, id, version);
  return id;
};

describe('five thousand changes of one catch that waited for Kafka', () => {
  it('are published in order without holding the process up', async () => {
    const publisher = catches.app.get(EventPublisher, { strict: false });
    const publish = publisher.publish.bind(publisher);
    let isAway = true;
    publisher.publish = (...args) => (isAway ? Promise.reject(new Error('Kafka is away')) : publish(...args));
    const id = await changedTo(5_000);

    globalThis.gc?.();
    const heapBefore = process.memoryUsage().heapUsed;
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const rowsBefore = rowsRead;
    let heapMax = 0;
    const watching = setInterval(() => (heapMax = Math.max(heapMax, process.memoryUsage().heapUsed)), 10);
    isAway = false;
    await eventually(() => expect(outside.of(id)).toHaveLength(5_000), { timeoutMs: 60_000 });
    clearInterval(watching);
    delay.disable();

    expect(outside.of(id).map(({ data }) => data.version)).toEqual(Array.from({ length: 5_000 }, (_, at) => at + 1));
    expect(outside.of(id)[4_321]?.data).toMatchObject({ notes: 'note 4322', previous: { notes: 'note 4321' } });
    expect(rowsRead - rowsBefore).toBeLessThan(3 * 5_000);
    // Generous, as other tests share the machine: folded for each event it was seconds and hundreds of megabytes.
    expect(delay.max / 1e6).toBeLessThan(2_000);
    expect((heapMax - heapBefore) / 1e6).toBeLessThan(200);
  });
});

describe('a catch of ten thousand versions', () => {
  let few: string;
  let many: string;
  beforeAll(async () => {
    [few, many] = [await changedTo(3), await changedTo(9_900)];
    await edit(many, 'a first load, which writes the snapshots');
  });

  /** What a load may read more than that of a few versions: a snapshot and the events up to the next one. */
  const ONE_INTERVAL = 26;

  it('is written with the rows of one interval', async () => {
    let notes = 0;
    const change = (id: string) => () => edit(id, `change ${(notes += 1)}`);
    const few_ = await rowsOf(change(few));
    expect(await rowsOf(change(many))).toBeLessThanOrEqual(few_ + ONE_INTERVAL);
  });

  it('is read as of a time with the rows of one interval', async () => {
    const { rows } = await catches.pool.query<{ at: Date }>(
      'SELECT occurred_at AS at FROM events WHERE stream_id = $1 AND version = 5555',
      [many],
    );
    const asOf = (id: string) => () =>
      catches.call('GET', `/v1/catches/${id}?as_of=${String(rows[0]?.at.toISOString())}`);
    expect(await asOf(many)()).toMatchObject({ body: { notes: 'note 5555', version: 5_555 } });
    expect(await rowsOf(asOf(many))).toBeLessThanOrEqual(2 * ONE_INTERVAL + 5);
  });

  it('has pages of its history that cost the same anywhere in it', async () => {
    const page = (id: string, page: number) => () =>
      catches.call<{ data: { version: number }[]; total: number }>(
        'GET',
        `/v1/catches/${id}/history?per_page=25&page=${page}`,
      );
    const { body } = await page(many, 200)();
    const top = body.total - 199 * 25;
    expect(body.data.map(({ version }) => version)).toEqual(Array.from({ length: 25 }, (_, index) => top - index));
    const few_ = await rowsOf(page(few, 1));
    for (const number of [1, 200, 390])
      expect(await rowsOf(page(many, number))).toBeLessThanOrEqual(few_ + 25 + ONE_INTERVAL);
  });
});

describe('a catch that may not be changed any more', () => {
  it('refuses each kind of change once it has as many versions as it may have, and can be deleted', async () => {
    const id = await changedTo(CAP - 1);
    expect(await edit(id, 'the last change')).toMatchObject({ status: 200, body: { version: CAP } });
    const refused = { status: 409, body: { code: 'catch.too_many_changes' } };
    expect(await edit(id, 'one too many')).toMatchObject(refused);
    expect(await catches.call('POST', `/v1/catches/${id}/verifications`, WITNESSED)).toMatchObject(refused);
    expect(await upload(catches, id, form(await picture()))).toMatchObject(refused);
    expect(await edit(id, 'the last change')).toMatchObject({ status: 200, body: { version: CAP } });
    expect((await catches.call('DELETE', `/v1/catches/${id}`)).status).toBe(204);
    expect((await catches.call('GET', `/v1/catches/${id}`)).status).toBe(410);
  });

  it('can still be erased', async () => {
    const { body: angler } = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Somebody' });
    const id = await catches.logged({ angler_id: angler.id });
    await changedUpTo(catches, id, CAP);
    expect((await catches.call('DELETE', `/v1/anglers/${angler.id}`)).status).toBe(204);
    await eventually(
      async () =>
        expect(await catches.call('GET', `/v1/catches/${id}`)).toMatchObject({
          body: { notes: null, version: CAP + 1 },
        }),
      { timeoutMs: 20_000 },
    );
  });
});
