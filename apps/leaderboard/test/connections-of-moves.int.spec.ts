import { createPool } from '@cds/postgres';
import type pg from 'pg';
import { heaviestOf, METRICS } from '../src/boards/board.js';
import { BatchSize } from '../src/entries/move-entries/batch-size.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { numberedCatch } from './catch.builders.js';

/** So small that a batch has several groups. */
class SmallGroups extends BatchSize {
  override get group(): number {
    return 40;
  }
}

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

  it('lose nothing when the one that looks up is ended', async () => {
    const endReader = (client: pg.PoolClient, nth: number): void => {
      if (nth !== 2) return;
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        const name = (args[0] as { name?: string } | undefined)?.name;
        if (name !== 'load-entries') return query(...args);
        return query('SELECT pg_terminate_backend(pg_backend_pid())');
      }) as typeof client.query;
    };
    await expect(applyWith(4, endReader)).rejects.toThrow();
    expect((await world.pool.query('SELECT FROM catch_changes')).rowCount).toBeGreaterThan(100);
    expect((await world.pool.query('SELECT FROM ranked_entries')).rowCount).toBe(0);
    expect((await world.pool.query('SELECT FROM suspected_accounts')).rowCount).toBe(0);
    await world.parts.mover.drain();
    expect((await ranks())[0]).toHaveLength(20);
  });
});
