import { createPool, inTransaction } from '@cds/postgres';
import { rowsRead, testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { AnglerTasks } from '../src/anglers/angler-tasks.js';

let database: TestDatabase;
let pool: pg.Pool;
let tasks: AnglerTasks;
beforeEach(async () => {
  database = await testDatabase('catch');
  pool = createPool(database.url, { applicationName: 'tests', max: 8 });
  tasks = new AnglerTasks(pool);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** Tasks of an account, one due a second after the other. */
const add = (accountId: string, count: number, firstDueSeconds = -3_600) =>
  pool.query(
    `INSERT INTO angler_tasks (angler_id, account_id, kind, requested_at, due_at)
     SELECT $1 || n, $1, 'rename', now(), now() + ($3::int + n) * interval '1 s' FROM generate_series(1, $2::int) AS n`,
    [accountId, count, firstDueSeconds],
  );
const claimed = async (count: number): Promise<string[]> => {
  const ids = [];
  for (let n = 0; n < count; n += 1) ids.push(...(await tasks.claim()).map(({ id }) => id));
  return ids;
};

describe('claims of tasks', () => {
  it('take turns between accounts, and the task of an account that is due longest', async () => {
    await add('a', 4);
    await add('b', 2);
    await add('-', 2);
    expect(await claimed(6)).toEqual(['-1', 'a1', 'b1', '-2', 'a2', 'b2']);
    await add('c', 1);
    expect(await claimed(9)).toEqual(['c1', 'a3', 'a4']);
  });

  it('pass over accounts without a task that is due', async () => {
    await add('a', 2, 60);
    await add('b', 2);
    await add('c', 2, 60);
    expect(await claimed(3)).toEqual(['b1', 'b2']);
  });

  it('pass over tasks, and over accounts, whose tasks others are claiming', async () => {
    await add('a', 2);
    await add('b', 1);
    await add('c', 1);
    await inTransaction(pool, async (tx) => {
      await tx.query("SELECT FROM angler_tasks WHERE angler_id IN ('a1', 'b1') FOR UPDATE");
      expect(await claimed(4)).toEqual(['a2', 'c1']);
    });
    expect(await claimed(2)).toEqual(['a1', 'b1']);
  });

  it('of many copies at once never overlap', async () => {
    for (const account of ['a', 'b', 'c', 'd']) await add(account, 10);
    const copies = Array.from({ length: 8 }, () => new AnglerTasks(pool));
    const ids = (await Promise.all(copies.map(async (copy) => [await copy.claim(), await copy.claim()]))).flat(2);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(16);
  });

  it('count a lease that expired', async () => {
    await add('a', 1);
    const [task] = await tasks.claim();
    await pool.query('UPDATE angler_tasks SET due_at = now()');
    const [again] = await tasks.claim();
    expect([task?.stalls, again?.stalls]).toEqual([0, 1]);
    expect(again?.lease).not.toBe(task?.lease);
  });

  it('read few rows, however many tasks wait of an account or of a rebuild', async () => {
    await add('-', 20_000, 60);
    await add('a', 20_000, -40_000);
    await add('b', 5);
    await claimed(1);
    await inTransaction(pool, async (tx) => {
      const here = new AnglerTasks(tx as unknown as pg.Pool);
      const before = await rowsRead(tx, 'angler_tasks');
      expect(await here.claim()).toMatchObject([{ id: 'a2' }]);
      expect((await rowsRead(tx, 'angler_tasks')) - before).toBeLessThan(30);
    });
  });
});
