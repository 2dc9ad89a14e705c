import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { heaviestOf } from '../src/boards/board.js';
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
    await world.boards(heaviestOf(null));
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

  it('do not wait for each other when they store catches of the same board', async () => {
    await inTransaction(world.pool, async (tx) => {
      await world.catchesIn(tx, catchFact({ catchId: 'catch_1', anglerId: 'ang_a', weightLbs: 5 }));
      await world.catches(catchFact({ catchId: 'catch_2', anglerId: 'ang_b', weightLbs: 6 }));
      expect(await entries(null)).toEqual([[1, 'ang_b', 6]]);
    });
    await world.parts.mover.drain();
    expect(await entries(null)).toEqual([
      [1, 'ang_b', 6],
      [2, 'ang_a', 5],
    ]);
  });

  it('do not wait for each other when they store catches of an angler whose name stays', async () => {
    await world.catches(catchFact({ catchId: 'catch_1', weightLbs: 5 }));
    await inTransaction(world.pool, async (tx) => {
      await world.catchesIn(tx, catchFact({ catchId: 'catch_2', weightLbs: 6 }));
      await world.catches(catchFact({ catchId: 'catch_3', weightLbs: 7 }));
      expect(await entries(null)).toEqual([[1, 'ang_a', 7]]);
    });
  });

  it('do not wait for a copy that moves entries', async () => {
    await inTransaction(world.pool, async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtext('rankings'))");
      await world.catchesWaiting(catchFact());
    });
    await world.parts.mover.drain();
    expect(await entries(null)).toEqual([[1, 'ang_a', 5]]);
  });

  it('move each entry once when copies work at the same time', async () => {
    const facts = Array.from({ length: 60 }, (_, n) =>
      catchFact({ catchId: `catch_${n}`, anglerId: `ang_${n % 7}`, weightLbs: 1 + n / 8 }),
    );
    await Promise.all(facts.map((fact) => world.catches(fact)));
    await world.parts.mover.drain();
    expect(await entries(null)).toHaveLength(7);
    expect((await world.pool.query('SELECT FROM catch_changes')).rowCount).toBe(0);
  });

  it('apply a version once when both contain it', async () => {
    const fact = catchFact();
    await overlapping(
      (tx) => world.catchesIn(tx, fact),
      () => world.catches(fact),
    );
    await world.parts.mover.drain();
    expect(await world.events((await world.boardOf(null)) ?? '')).toHaveLength(2);
  });

  it('make a board once', async () => {
    await overlapping(
      (tx) => world.speciesIn(tx, BASS_SPECIES),
      () => world.addSpecies({ ...BASS_SPECIES, version: 2 }),
    );
    const { rows } = await world.pool.query("SELECT FROM boards WHERE species_id = $1 AND period = 'all_time'", [BASS]);
    expect(rows).toHaveLength(1);
  });
});

describe('boards of accounts that are named by their rule', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());

  it('are named anew for a new name of their species alone, not for its every version', async () => {
    const renames = async () => (await world.pool.query('SELECT species_id FROM board_renames')).rows;
    await world.species(BASS_SPECIES);
    await world.ownBoards('acc_1', { ...heaviestOf(BASS), region: 'US-TX' });
    await world.pool.query('UPDATE boards SET is_named = false WHERE account_id IS NOT NULL');
    await world.addSpecies({ ...BASS_SPECIES, version: 2 });
    expect(await renames()).toEqual([]);
    await world.addSpecies({ ...BASS_SPECIES, version: 3, commonName: 'Bigmouth' });
    expect(await renames()).toEqual([{ species_id: BASS }]);
  });
});
