import { inTransaction } from '@cds/postgres';
import { eventually } from '@cds/testing';
import type { Turn } from '@cds/work-queue';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { BASS, catchFact, WALLEYE } from './catch.builders.js';
import { NaiveBoard } from './naive-board.js';

const BASS_SPECIES = { id: BASS, commonName: 'Largemouth Bass', version: 1 };
const ANGLERS = 1_700;
/** What `EntryCorrector` moves at most in one transaction. */
const BATCH = 500;

/** Each turn ends after one batch. */
const ONE_BATCH: Turn = { isOver: () => true, keep: () => undefined };

/** Catches of many anglers, some of them of another species, unverified or deleted. */
const catchesFrom = (from: number, to: number, overrides: Partial<CatchFact> = {}): CatchFact[] =>
  Array.from({ length: to - from }, (_, index) => {
    const n = from + index;
    return catchFact({
      catchId: `catch_${n}`,
      anglerId: `ang_${(n * 7) % ANGLERS}`,
      speciesId: n % 11 === 0 ? WALLEYE : BASS,
      weightLbs: ((n * 37) % 997) / 8 + 1,
      verificationTier: n % 13 === 0 ? 'unverified' : 'photo',
      deleted: n % 17 === 0,
      ...overrides,
    });
  });

describe('a board that is made after its catches', () => {
  let world: BoardsHarness;
  let naive: NaiveBoard;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.clear();
    naive = new NaiveBoard(BASS);
  });

  const consume = async (facts: readonly CatchFact[]): Promise<void> => {
    await world.catches(...facts);
    naive.load(facts);
  };

  const consumeEarlierCatches = async (): Promise<void> => {
    for (let from = 0; from < 5_000; from += 1_000) await consume(catchesFrom(from, from + 1_000));
  };

  const expectNaiveEntries = async (): Promise<void> => {
    const entries = (await world.entries(BASS)).map(({ anglerId, score, catchId }) => ({ anglerId, score, catchId }));
    expect(entries).toEqual(
      naive.ranking().map(({ anglerId, value, catchId }) => ({ anglerId, score: value, catchId })),
    );
    const { rows } = await world.pool.query('SELECT entry_count, version FROM standings');
    expect(rows).toEqual([{ entry_count: entries.length, version: (await events()).length }]);
    expect((await world.pool.query('SELECT FROM board_fills')).rowCount).toBe(0);
  };

  const events = async () => world.events((await world.boardOf(BASS)) ?? '');

  /** Every event must fit the board as the events before it left it. */
  const expectConsistentEvents = async (): Promise<void> => {
    let board: { anglerId: string; score: number }[] = [];
    for (const { anglerId, score, rank, previousRank, displaced } of await events()) {
      const before = board.findIndex((one) => one.anglerId === anglerId);
      expect(previousRank).toBe(before < 0 ? null : before + 1);
      board = board.filter((one) => one.anglerId !== anglerId);
      if (score === null || rank === null) continue;
      board.splice(rank - 1, 0, { anglerId, score });
      for (const one of displaced) expect(board[one.rank - 1]?.anglerId).toBe(one.anglerId);
    }
    expect(board.map(({ anglerId }) => anglerId)).toEqual(naive.ranking().map(({ anglerId }) => anglerId));
  };

  it('begins with their entries, best first, none displaced, and an event for each', async () => {
    await consumeEarlierCatches();
    await world.species(BASS_SPECIES);
    await expectNaiveEntries();
    const ranking = naive.ranking();
    expect(ranking.length).toBeGreaterThan(2 * BATCH);
    expect((await events()).map(({ anglerId, rank, displaced }) => [anglerId, rank, displaced])).toEqual(
      ranking.map(({ anglerId }, index) => [anglerId, index + 1, []]),
    );
  });

  it('is empty in the transaction that makes it, and is filled in transactions of one batch', async () => {
    await consumeEarlierCatches();
    await world.addSpecies(BASS_SPECIES);
    expect(await world.entries(BASS)).toEqual([]);
    await world.fillAll();
    const { rows } = await world.pool.query<{ most: number; batches: number }>(`
      SELECT max(events)::int AS most, count(*)::int AS batches
      FROM (SELECT count(*) AS events FROM events GROUP BY xmin) AS of_transaction`);
    expect(rows[0]?.most).toBe(BATCH);
    expect(rows[0]?.batches).toBeGreaterThan(2);
  });

  it('neither waits for catches in flight when it is made nor blocks them, and has them in the end', async () => {
    await inTransaction(world.pool, async (tx) => {
      await world.catchesIn(tx, catchFact({ catchId: 'catch_1', anglerId: 'ang_a', weightLbs: 5 }));
      await inTransaction(world.pool, async (other) => {
        await world.speciesIn(other, BASS_SPECIES);
        await world.catches(catchFact({ catchId: 'catch_2', anglerId: 'ang_b', weightLbs: 6 }));
      });
    });
    await world.fillAll();
    expect((await world.entries(BASS)).map(({ anglerId }) => anglerId)).toEqual(['ang_b', 'ang_a']);
  });

  it('gets a catch that was consumed by a transaction from before the board took new catches', async () => {
    await world.addSpecies(BASS_SPECIES);
    let filling: Promise<void> = Promise.resolve();
    await inTransaction(world.pool, async (tx) => {
      await world.catchesIn(tx, catchFact());
      filling = world.fillAll();
      await eventually(async () =>
        expect((await world.pool.query('SELECT FROM board_fills WHERE NOT filling')).rowCount).toBe(1),
      );
      await world.catches(catchFact({ catchId: 'catch_2', anglerId: 'ang_b', weightLbs: 6 }));
      expect((await world.entries(BASS)).map(({ anglerId }) => anglerId)).toEqual(['ang_b']);
    });
    await filling;
    expect((await world.entries(BASS)).map(({ anglerId }) => anglerId)).toEqual(['ang_b', 'ang_a']);
  });

  it('equals a naive board when catches are logged, changed and deleted while it is being filled', async () => {
    await consumeEarlierCatches();
    await world.addSpecies(BASS_SPECIES);
    const changes = async (): Promise<void> => {
      for (let from = 0; from < 5_000; from += 100) {
        const version = { version: 2 };
        await consume([
          ...catchesFrom(from, from + 10, { ...version, weightLbs: 130 + from / 100 }),
          ...catchesFrom(from + 10, from + 20, { ...version, deleted: true }),
          ...catchesFrom(from + 20, from + 25, { ...version, anglerId: 'ang_heir' }),
          ...catchesFrom(6_000 + from, 6_010 + from),
        ]);
      }
    };
    await Promise.all([world.fillAll(ONE_BATCH), changes()]);
    await world.fillAll();
    await expectNaiveEntries();
    await expectConsistentEvents();
  });

  it('equals a naive board when its workers die after every step', async () => {
    await consumeEarlierCatches();
    await world.addSpecies(BASS_SPECIES);
    for (let deaths = 0, isFilled = false; !isFilled; deaths += 1) {
      expect(deaths).toBeLessThan(20);
      let steps = 0;
      const dying: Turn = {
        isOver: () => false,
        keep: () => {
          steps += 1;
          if (steps === 1 + (deaths % 2)) throw new Error('killed');
        },
      };
      await world.fillOne(dying).catch(() => undefined);
      await consume(catchesFrom(7_000 + deaths * 50, 7_050 + deaths * 50));
      const { rowCount } = await world.pool.query('UPDATE board_fills SET due_at = now()');
      isFilled = rowCount === 0;
    }
    await expectNaiveEntries();
    await expectConsistentEvents();
  });

  it('is not touched any more by a worker that was presumed dead', async () => {
    await consumeEarlierCatches();
    await world.addSpecies(BASS_SPECIES);
    const stolen: Turn = {
      isOver: () => false,
      keep: () => void (steals = world.pool.query("UPDATE board_fills SET lease = 'another', due_at = 'infinity'")),
    };
    let steals: Promise<unknown> = Promise.resolve();
    await expect(world.fillOne(stolen).finally(() => steals)).rejects.toMatchObject({ code: 'resource.conflict' });
    const done = (await events()).length;
    expect(done).toBeLessThan(naive.ranking().length);
    expect(await world.entries(BASS)).toHaveLength(done);
  });

  it('stays when its species is deleted before it was filled, if it gets entries', async () => {
    await consume([catchFact()]);
    await world.addSpecies(BASS_SPECIES);
    await world.deleteSpecies(BASS);
    expect(await world.boardOf(BASS)).toBeDefined();
    await world.fillAll();
    await expectNaiveEntries();
  });

  it('goes when its species is deleted before it was filled, if it gets none', async () => {
    await world.addSpecies(BASS_SPECIES);
    await world.deleteSpecies(BASS);
    await world.fillAll();
    expect(await world.boardOf(BASS)).toBeUndefined();
  });
});
