import { createPool } from '@cds/postgres';
import type pg from 'pg';
import { heaviestOf, METRICS } from '../src/boards/board.js';
import { BatchSize } from '../src/entries/move-entries/batch-size.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { numberedCatch } from './catch.builders.js';
import { UNEVEN } from './uneven-periods.sql.js';

/** So small that a batch has several groups. */
class SmallGroups extends BatchSize {
  override get group(): number {
    return 40;
  }
}

const END_SESSION = 'SELECT pg_terminate_backend(pg_backend_pid())';

/** Makes the nth connection send another statement in place of the one with this name. */
const replacing =
  (nth: number, name: string, by: string) =>
  (client: pg.PoolClient, number: number): void => {
    if (number !== nth) return;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) =>
      (args[0] as { name?: string } | undefined)?.name === name ? query(by) : query(...args)) as typeof client.query;
  };

const CATCHES = Array.from({ length: 120 }, (_, n) => numberedCatch(n, 20));

describe('the connections with which entries move', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.clear();
    await world.boards(...METRICS.map((metric) => ({ ...heaviestOf(null), metric })));
    await world.catchesWaiting(...CATCHES);
  });

  /** Applies all changes with at most so many connections. Returns how many of them were used. */
  const applyWith = async (max: number, onClient: (client: pg.PoolClient, nth: number) => void = () => undefined) => {
    const pool = createPool(world.databaseUrl, { applicationName: 'moves', max });
    let clients = 0;
    pool.on('connect', (client) => onClient(client as pg.PoolClient, (clients += 1)));
    try {
      await world.copy(pool).mover.drain(undefined, new SmallGroups());
    } finally {
      await pool.end();
    }
    return clients;
  };

  const ranks = async () => {
    const found = await Promise.all(METRICS.map(async (metric) => world.entries({ ...heaviestOf(null), metric })));
    return found.map((entries) => entries.map(({ previousRank: _previous, ...entry }) => entry));
  };

  it('are one where there is no more, or two where a second one is free, with the same entries', async () => {
    expect(await applyWith(1)).toBe(1);
    const byOne = await ranks();
    expect(byOne[0]).toHaveLength(20);

    await world.clear();
    await world.boards(...METRICS.map((metric) => ({ ...heaviestOf(null), metric })));
    await world.catchesWaiting(...CATCHES);
    expect(await applyWith(4)).toBe(2);
    expect(await ranks()).toEqual(byOne);
  });

  it('count entries of periods that the batch has made, which the one that looks up does not see', async () => {
    expect(await applyWith(4)).toBe(2);
    expect((await world.pool.query('SELECT FROM ranking_periods')).rowCount).toBe(METRICS.length);
    expect((await world.pool.query(UNEVEN)).rows).toEqual([]);
  });

  it('lose nothing when the one that looks up is ended', async () => {
    await expect(applyWith(4, replacing(2, 'load-entries', END_SESSION))).rejects.toThrow();
    await nothingIsApplied();
  });

  it('apply nothing when a statement fails behind which others were sent already, and tell its error', async () => {
    const failing = replacing(1, 'add-entries', 'SELECT FROM no_such_table');
    await expect(applyWith(4, failing)).rejects.toThrow('relation "no_such_table" does not exist');
    await nothingIsApplied();
  });

  const nothingIsApplied = async (): Promise<void> => {
    expect((await world.pool.query('SELECT FROM catch_changes')).rowCount).toBeGreaterThan(100);
    expect((await world.pool.query('SELECT FROM ranked_entries')).rowCount).toBe(0);
    expect((await world.pool.query('SELECT FROM species_tallies')).rowCount).toBe(0);
    expect((await world.pool.query('SELECT FROM suspected_accounts')).rowCount).toBe(0);
    await world.parts.mover.drain();
    expect((await ranks())[0]).toHaveLength(20);
  };
});
