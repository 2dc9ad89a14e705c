import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { BASS, catchFact } from './catch.builders.js';

describe('a rebuild', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.clear();
    await world.allSpecies();
    await world.species({ id: BASS, commonName: 'Largemouth Bass', version: 1 });
    const weights = Object.entries({ ang_a: 5, ang_b: 6.125, ang_c: 7 });
    await world.catches(
      ...weights.map(([anglerId, weightLbs]) => catchFact({ catchId: `catch_${anglerId}`, anglerId, weightLbs })),
    );
    await world.catches(catchFact({ catchId: 'catch_small', anglerId: 'ang_c', weightLbs: 1 }));
  });

  it('leaves correct boards alone', async () => {
    const before = [await world.entries(null), await world.entries(BASS)];
    expect(await world.rebuild()).toEqual({ boards: 2, ofBoards: 2, entries: 6, moved: 0 });
    expect([await world.entries(null), await world.entries(BASS)]).toEqual(before);
  });

  it('corrects entries that are missing, surplus or of the wrong catch, with an event for each', async () => {
    const all = (await world.boardOf(null)) ?? '';
    const before = (await world.events(all)).length;
    await world.pool.query("DELETE FROM entries WHERE board_id = $1 AND angler_id = 'ang_a'", [all]);
    await world.pool.query(
      "UPDATE entries SET score = 1, catch_id = 'catch_small' WHERE board_id = $1 AND angler_id = 'ang_c'",
      [all],
    );
    await world.pool.query(
      "UPDATE entries SET angler_id = 'ang_x', score = 9 WHERE board_id = $1 AND angler_id = 'ang_b'",
      [all],
    );
    expect(await world.rebuild()).toEqual({ boards: 2, ofBoards: 2, entries: 6, moved: 4 });
    const right = [
      [1, 'ang_c', 7],
      [2, 'ang_b', 6.125],
      [3, 'ang_a', 5],
    ];
    expect((await world.entries(null)).map(({ rank, anglerId, score }) => [rank, anglerId, score])).toEqual(right);
    const events = (await world.events(all)).slice(before);
    expect(events.map(({ anglerId, rank, previousRank }) => [anglerId, rank, previousRank])).toEqual([
      ['ang_c', 2, 2],
      ['ang_b', 3, null],
      ['ang_a', 4, null],
      ['ang_x', null, 1],
    ]);
    expect(await world.rebuild()).toMatchObject({ moved: 0 });
  });

  it('fills boards that were emptied and corrects their counts', async () => {
    await world.pool.query('TRUNCATE entries; UPDATE standings SET entry_count = 0');
    expect(await world.rebuild()).toEqual({ boards: 2, ofBoards: 2, entries: 6, moved: 6 });
    const { rows } = await world.pool.query('SELECT entry_count FROM standings');
    expect(rows).toEqual([{ entry_count: 3 }, { entry_count: 3 }]);
  });

  it('corrects a wrong count', async () => {
    await world.pool.query('UPDATE standings SET entry_count = 77');
    await world.rebuild();
    const { rows } = await world.pool.query('SELECT entry_count FROM standings');
    expect(rows).toEqual([{ entry_count: 3 }, { entry_count: 3 }]);
  });

  it('corrects many entries in batches, and keeps the finished batches when it is interrupted', async () => {
    await world.pool.query(`
      INSERT INTO catch_facts (catch_id, version, angler_id, species_id, weight_lbs, verification_tier, caught_at)
      SELECT 'catch_many_' || n, 1, 'ang_many_' || n, 'spc_none', 5000 - n, 'photo', '2026-01-01T00:00:00Z'
      FROM generate_series(1, 1200) AS n`);
    await world.pool.query("ALTER TABLE entries ADD CONSTRAINT interrupted CHECK (angler_id <> 'ang_many_600')");
    await expect(world.rebuild()).rejects.toThrow('interrupted');
    const kept = (await world.entries(null)).filter(({ anglerId }) => anglerId.startsWith('ang_many')).length;
    expect(kept).toBe(500);
    await world.pool.query('ALTER TABLE entries DROP CONSTRAINT interrupted');
    expect(await world.rebuild()).toMatchObject({ moved: 700 });
    const { rows } = await world.pool.query('SELECT max(entry_count) AS count FROM standings');
    expect(rows).toEqual([{ count: 1_203 }]);
  });
});
