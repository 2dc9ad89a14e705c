import { createPool } from '@cds/postgres';
import { eventually, testDatabase, type TestDatabase } from '@cds/testing';
import type pg from 'pg';
import { main } from '../src/index.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('species');
  pool = createPool(database.url, { applicationName: 'tests', max: 1 });
});
beforeEach(async () => {
  await pool.query('TRUNCATE events, relay_checkpoints, relay_skipped');
  await pool.query("INSERT INTO relay_checkpoints (name, lane, transaction_id, position) VALUES ('species', 0, 5, 1)");
  await pool.query(EVENTS);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Two events: the checkpoint is beyond the first one. */
const EVENTS = `
INSERT INTO events (stream_id, version, event_id, type, data, transaction_id, position, metadata, occurred_at)
VALUES ('s', 1, 'evt_old', 'X', '{}', 5, 1, '{}', now()), ('s', 2, 'evt_stuck', 'X', '{}', 6, 2, '{}', now())`;

const relay = async (...argv: string[]) => {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const code = await main(argv, { out: say, err: say }, { DATABASE_URL: database.url });
  return { code, text: lines.join('\n') };
};

describe('npm run relay', () => {
  it('skips an event that waits, once, with a reason', async () => {
    const skip = () => relay('skip', 'species', '--event', 'evt_stuck', '--reason', 'too large');
    expect(await skip()).toEqual({ code: 0, text: 'evt_stuck (s, version 2) will not be published.' });
    expect(await skip()).toEqual({ code: 1, text: 'No event evt_stuck waits to be published.' });
    const { rows } = await pool.query('SELECT event_id, reason FROM relay_skipped');
    expect(rows).toEqual([{ event_id: 'evt_stuck', reason: 'too large' }]);
  });

  it.each(['evt_old', 'evt_unknown'])('skips no event that does not wait: %s', async (event) => {
    expect(await relay('skip', 'species', '--event', event, '--reason', 'why')).toMatchObject({ code: 1 });
  });

  it('lists checkpoints with what waits behind them, and what was skipped', async () => {
    await relay('skip', 'species', '--event', 'evt_stuck', '--reason', 'too large');
    const { code, text } = await relay('list', 'species');
    expect(code).toBe(0);
    expect(text).toMatch(/^relay species, live: 1 events wait, last moved .*\nskipped evt_stuck at .*: too large$/);
  });

  it('forgets a relay that does not run', async () => {
    const running = createPool(database.url, { applicationName: 'relay:species/2', max: 1 });
    await running.query('SELECT 1');
    expect(await relay('forget', 'species', '--relay', 'species')).toEqual({
      code: 1,
      text: 'The relay species is running.',
    });
    await running.end();
    await eventually(async () =>
      expect(await relay('forget', 'species', '--relay', 'species')).toMatchObject({ code: 0 }),
    );
    expect(await relay('forget', 'species', '--relay', 'species')).toEqual({
      code: 1,
      text: 'There is no relay species.',
    });
  });

  it.each([
    [['skip', 'species', '--event', 'evt_stuck'], '--reason is missing.'],
    [['list'], 'Which service?'],
    [['drop', 'species'], 'There is no command "drop".'],
    [['list', 'species', '--colour'], "Unknown option '--colour'"],
  ])('refuses %j', async (argv, message) => {
    const { code, text } = await relay(...argv);
    expect(code).toBe(1);
    expect(text).toContain(message);
  });
});
