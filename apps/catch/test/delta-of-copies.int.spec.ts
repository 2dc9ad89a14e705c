import { POOL } from '@cds/postgres';
import { eventually } from '@cds/testing';
import type pg from 'pg';
import { WritesInFlight } from '../src/catches/log/writes-in-flight.js';
import { touchCatches } from '../src/catches/write/touch-catches.js';
import { LARGEMOUTH } from './catch.builders.js';
import { CatchHarness, idsOf } from './catch.harness.js';

let [one, other]: CatchHarness[] = [];
beforeAll(async () => {
  one = await CatchHarness.start();
  other = await CatchHarness.start({ beside: one });
});
afterAll(async () => {
  await other?.stop();
  await one?.stop();
});

const copies = (): [CatchHarness, CatchHarness] => {
  if (!one || !other) throw new Error('both copies run');
  return [one, other];
};

/** Begins a write at a copy that has no connection left for it; resolves with what the other one settled at meanwhile. */
const settledWhileWaits = async <T>(
  begin: (busy: CatchHarness) => Promise<T>,
): Promise<{ settled: Date; written: T }> => {
  const [busy, asked] = copies();
  const pool = busy.app.get<pg.Pool>(POOL);
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const waiting = begin(busy);
  await eventually(() => expect(pool.waitingCount).toBeGreaterThan(0));
  const since = new Date();
  const settled = await eventually(async () => {
    const at = await asked.app.get(WritesInFlight).settledAt();
    expect(at.getTime()).toBeGreaterThan(since.getTime());
    return at;
  });
  for (const client of taken) client.release();
  return { settled, written: await waiting };
};

test('a change that waited for a connection of one copy is not missed by who follows changes at another', async () => {
  const [busy, asked] = copies();
  await busy.logged();
  const { settled, written: id } = await settledWhileWaits((copy) => copy.logged({ notes: 'waited' }));
  await eventually(async () => {
    expect(idsOf(await asked.listed(`updated_since=${settled.toISOString()}`))).toEqual([id]);
  });
});

test('nor is a batch of changes that waited for one', async () => {
  const [busy, asked] = copies();
  const id = await busy.logged();
  const { settled } = await settledWhileWaits((copy) =>
    touchCatches(copy.app.get(WritesInFlight), { of: 'species_id', id: LARGEMOUTH }).next(),
  );
  await eventually(async () => {
    expect(idsOf(await asked.listed(`updated_since=${settled.toISOString()}`))).toContain(id);
  });
});

test('a change is not settled while the transaction that took its time goes on at another copy', async () => {
  const [busy, asked] = copies();
  await busy.app.get(WritesInFlight).transaction(async (_tx, stamp) => {
    const at = await stamp();
    await eventually(() => expect(Date.now()).toBeGreaterThan(at.getTime()));
    expect((await asked.app.get(WritesInFlight).settledAt()).getTime()).toBeLessThanOrEqual(at.getTime() - 2_000);
  });
});

test('writes of one catch at one copy take turns instead of conflicting', async () => {
  const [busy] = copies();
  const id = await busy.logged();
  const edits = Array.from({ length: 50 }, (_, index) =>
    busy.call('PATCH', `/v1/catches/${id}`, { notes: `note ${index}` }),
  );
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(edits.map(() => 200));
  const { body } = await busy.call<{ version: number }>('GET', `/v1/catches/${id}`);
  expect(body.version).toBe(51);
});
