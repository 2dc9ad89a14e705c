import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { BASS, catchFact } from './catch.builders.js';

const BASS_SPECIES = { id: BASS, commonName: 'Largemouth Bass', version: 1 };

describe('two transactions at once', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.clear();
    await world.allSpecies();
  });

  /** Runs `first` up to its commit, starts `second`, and commits `first` once `second` waits for it. */
  const overlapping = async (
    first: (tx: pg.PoolClient) => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<void> => {
    let other: Promise<unknown> = Promise.resolve();
    await inTransaction(world.pool, async (tx) => {
      await first(tx);
      let done = false;
      other = second().finally(() => (done = true));
      while (!done && (await waiting()) === 0) await new Promise(setImmediate);
      expect(done).toBe(false);
    });
    await other;
  };

  /** Queried outside the transaction, in which pg_stat_activity would not change any more. */
  const waiting = async (): Promise<number> => {
    const { rows } = await world.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  };

  const entries = async (speciesId: string | null) =>
    (await world.entries(speciesId)).map(({ rank, anglerId, score }) => [rank, anglerId, score]);

  it('give the second the ranks that the first left', async () => {
    await overlapping(
      (tx) => world.catchesIn(tx, catchFact({ catchId: 'catch_1', anglerId: 'ang_a', weightLbs: 5 })),
      () => world.catches(catchFact({ catchId: 'catch_2', anglerId: 'ang_b', weightLbs: 6 })),
    );
    expect(await entries(null)).toEqual([
      [1, 'ang_b', 6],
      [2, 'ang_a', 5],
    ]);
    const events = await world.events((await world.boardOf(null)) ?? '');
    expect(
      events.map(({ anglerId, rank, displaced }) => [anglerId, rank, displaced.map((one) => one.anglerId)]),
    ).toEqual([
      ['ang_a', 1, []],
      ['ang_b', 1, ['ang_a']],
    ]);
  });

  it('keep the better of two catches of one angler, whichever commits last', async () => {
    await overlapping(
      (tx) => world.catchesIn(tx, catchFact({ catchId: 'catch_1', weightLbs: 6 })),
      () => world.catches(catchFact({ catchId: 'catch_2', weightLbs: 5 })),
    );
    expect(await entries(null)).toEqual([[1, 'ang_a', 6]]);
  });

  it('apply a version once when both contain it', async () => {
    const fact = catchFact();
    await overlapping(
      (tx) => world.catchesIn(tx, fact),
      () => world.catches(fact),
    );
    expect(await world.events((await world.boardOf(null)) ?? '')).toHaveLength(1);
  });

  it('make a board once', async () => {
    await overlapping(
      (tx) => world.speciesIn(tx, BASS_SPECIES),
      () => world.addSpecies({ ...BASS_SPECIES, version: 2 }),
    );
    const { rows } = await world.pool.query('SELECT FROM boards WHERE species_id = $1', [BASS]);
    expect(rows).toHaveLength(1);
  });
});
