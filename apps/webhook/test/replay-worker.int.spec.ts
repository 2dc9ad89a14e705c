import { createPool, inTransaction } from '@cds/postgres';
import type { Queryable } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import { TestClock, testDatabase, type TestDatabase } from '@cds/testing';
import type { BackgroundWork, Turn, TurnEnd, WorkerOptions } from '@cds/work-queue';
import type pg from 'pg';
import type { DatabaseClock } from '../src/database/database-clock.js';
import type { Dispatcher } from '../src/deliveries/dispatch/dispatcher.js';
import { eventsToStore, storeEvents } from '../src/messages/store-events.js';
import type { WebhookEvent } from '../src/messages/webhook-event.js';
import { STEP } from '../src/replays/missing-events.js';
import { ReplayWorker } from '../src/replays/replay-worker.js';
import { type ReplayJob, Replays } from '../src/replays/replays.js';
import { storeMessages } from './stored-messages.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('webhook');
  pool = createPool(database.url, { applicationName: 'tests' });
  const payload = JSON.stringify({ data: { record: { weight_lbs: 1 } } });
  const events = Array.from({ length: STEP }, () => ({ id: newId('message'), endpointId: 'we_other', payload }));
  await storeMessages(pool, events);
  await pool.query("UPDATE webhook_events SET type = 'species.record_broken'");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/**
 * Unfinished replays of endpoints whose filter lets no event pass, each of an endpoint of its own. They have been due
 * for a second: `now()` is rounded to milliseconds, and may be rounded up.
 */
const replaysOf = async (accountId: string, count: number): Promise<void> => {
  const ids = Array.from({ length: count }, (_, at) => `${accountId}_${at}`);
  await pool.query(
    `INSERT INTO endpoints (id, account_id, url, event_types, filter, secret, created_at, updated_at)
     SELECT id, $2, 'https://a.example', '{*}', '{"min_weight_lbs": 100}', 'sealed', now(), now()
     FROM unnest($1::text[]) AS id`,
    [ids, accountId],
  );
  await pool.query(
    `INSERT INTO replays (id, endpoint_id, since, until, count, created_at, due_at)
     SELECT 'rep_' || id, id, now() - interval '1 day', now() + interval '1 day', 0, now(), now() - interval '1 second'
     FROM unnest($1::text[]) AS id`,
    [ids],
  );
};

/** One step of each replay that is due; how it ends, by the id of the replay. */
const steps = async (): Promise<Map<string, TurnEnd>> => {
  const replays = new Replays(pool);
  let work: WorkerOptions<ReplayJob>['work'] = () => Promise.reject(new Error('there is no worker'));
  const background = { worker: (options: WorkerOptions<ReplayJob>) => void (work = options.work) };
  const dispatcher = { wake: () => undefined } as unknown as Dispatcher;
  new ReplayWorker(
    pool,
    pool,
    replays,
    dispatcher,
    new TestClock(new Date().toISOString()) as unknown as DatabaseClock,
    background as unknown as BackgroundWork,
  );
  const turn = { isOver: () => false } as Turn;
  const ends = new Map<string, TurnEnd>();
  for (const job of await replays.claim(10)) ends.set(job.id, await work(job, turn));
  return ends;
};

describe('a replay that finds nothing', () => {
  it('goes on at once, and later the more replays its account has', async () => {
    await replaysOf('acc_one', 1);
    await replaysOf('acc_many', 3);
    await pool.query("UPDATE replays SET finished_at = now(), due_at = NULL WHERE id = 'rep_acc_many_2'");
    await replaysOf('acc_more', 3);
    expect(Object.fromEntries(await steps())).toEqual({
      rep_acc_one_0: { afterSeconds: 0 },
      rep_acc_many_0: { afterSeconds: 0.05 },
      rep_acc_many_1: { afterSeconds: 0.05 },
      rep_acc_more_0: { afterSeconds: 0.1 },
      rep_acc_more_1: { afterSeconds: 0.1 },
      rep_acc_more_2: { afterSeconds: 0.1 },
    });
  });
});

const caught = (accountId: string): WebhookEvent => ({
  id: newId('event'),
  type: 'catch.created',
  subject: newId('catch'),
  time: new Date(),
  accountId,
  traceparent: null,
  data: {},
});
const store = (db: Queryable, event: WebhookEvent): Promise<unknown> =>
  storeEvents(db, eventsToStore([event], new Date()), [], new Date());

describe('a replay that finds several events', () => {
  it('has them due one after the other, oldest first', async () => {
    await pool.query('DELETE FROM replays');
    await pool.query('DELETE FROM webhook_events');
    const events = Array.from({ length: 6 }, () => caught('acc_order'));
    for (const event of events) await store(pool, event);
    await replaysOf('acc_order', 1);
    await steps();
    const { rows } = await pool.query<{ id: string; due: Date }>(
      "SELECT event_id AS id, due_at AS due FROM pending_messages WHERE endpoint_id = 'acc_order_0' ORDER BY due_at",
    );
    expect(rows.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(new Set(rows.map(({ due }) => due.getTime())).size).toBe(6);
  });
});

describe('a replay that begins while an event is being stored', () => {
  const sent = async (): Promise<string[]> =>
    (
      await pool.query<{ id: string }>("SELECT event_id AS id FROM webhook_messages WHERE endpoint_id = 'acc_held_0'")
    ).rows.map(({ id }) => id);
  /** As if the replay was asked for so long ago. */
  const aged = (age: string): Promise<unknown> =>
    pool.query(
      "UPDATE replays SET due_at = now() - interval '1 second', lease = NULL, created_at = now() - $1::interval",
      [age],
    );

  it('sends it, and is over once nothing is left that may not have seen the replay', async () => {
    await pool.query('DELETE FROM replays');
    await pool.query('DELETE FROM webhook_events');
    const [slow, quick] = [caught('acc_held'), caught('acc_held')];
    const end = async (): Promise<TurnEnd | undefined> => (await steps()).get('rep_acc_held_0');
    await inTransaction(pool, async (tx) => {
      await store(tx, slow);
      await store(pool, quick);
      await replaysOf('acc_held', 1);
      await pool.query('UPDATE replays SET settled_from = pg_snapshot_xmax(pg_current_snapshot())::text::bigint');
      expect(await end()).toEqual({ afterSeconds: expect.any(Number) as number });
      await aged('1 minute');
      expect(await end()).toEqual({ afterSeconds: expect.any(Number) as number });
    });
    await aged('1 second');
    expect(await end()).toEqual({ afterSeconds: expect.any(Number) as number });
    expect((await sent()).toSorted()).toEqual([slow.id, quick.id].toSorted());
    await aged('1 minute');
    expect(await end()).toBe('done');
  });
});
