import { testDatabase, type TestDatabase } from '@cds/testing';
import { createPool } from '../src/pool.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('empty');
  const pool = createPool(database.url, { applicationName: 'settings', max: 1 });
  // As most servers have it.
  await pool.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = on', current_database()); END $$`);
  await pool.end();
});
afterAll(() => database.drop());

const settingsWith = async (options: { parallelWorkers?: number }, url = database.url) => {
  const pool = createPool(url, { applicationName: 'settings', max: 1, ...options });
  const { rows } = await pool.query<{ jit: string; workers: string }>(
    "SELECT current_setting('jit') AS jit, current_setting('max_parallel_workers_per_gather') AS workers",
  );
  await pool.end();
  return rows[0];
};

describe('sessions of a pool', () => {
  it('have JIT off where the server has it on', async () => {
    expect(await settingsWith({})).toMatchObject({ jit: 'off' });
  });

  it('have as many parallel workers as was asked for, and JIT off as well', async () => {
    expect(await settingsWith({ parallelWorkers: 0 })).toEqual({ jit: 'off', workers: '0' });
  });

  it('leave other settings to the server', async () => {
    const { workers } = (await settingsWith({})) ?? {};
    expect(Number(workers)).toBeGreaterThan(0);
  });

  it('follow the options of the URL', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c jit=on');
    expect(await settingsWith({}, url.href)).toMatchObject({ jit: 'on' });
  });
});
