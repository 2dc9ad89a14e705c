import fc from 'fast-check';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { BASS, WALLEYE } from './catch.builders.js';
import { NaiveBoard } from './naive-board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';

const BOARDS = [null, BASS, WALLEYE];
const SPECIES = [
  { id: BASS, commonName: 'Largemouth Bass', version: 1 },
  { id: WALLEYE, commonName: 'Walleye', version: 1 },
];

/** Few anglers, catches, weights and times, so that ties, fallbacks and changes of rank are common. */
const anyFact: fc.Arbitrary<Omit<CatchFact, 'version'>> = fc.record({
  catchId: fc.integer({ min: 1, max: 12 }).map((n) => `catch_${n}`),
  anglerId: fc.constantFrom('ang_a', 'ang_b', 'ang_c', 'ang_d', 'ang_e'),
  speciesId: fc.constantFrom(BASS, BASS, WALLEYE),
  weightLbs: fc.constantFrom(1, 1.005, 2.5, 2.5, 3.125, 4),
  region: fc.constant(null),
  verificationTier: fc.constantFrom('unverified' as const, 'photo' as const, 'photo' as const, 'certified' as const),
  caughtAt: fc.constantFrom('2026-05-01T06:00:00.000Z', '2026-05-01T06:00:00.001Z').map((text) => new Date(text)),
  deleted: fc.constantFrom(false, false, false, true),
});

/** Batches of versions, some of them skipped and some repeated, as on a topic that delivers at least once. */
const anyBatches = fc
  .array(fc.tuple(anyFact, fc.constantFrom(1, 1, 1, 2, 0)), { minLength: 1, maxLength: 60 })
  .chain((steps) => {
    const versions = new Map<string, number>();
    const facts = steps.map(([fact, ahead]) => {
      const version = Math.max((versions.get(fact.catchId) ?? 0) + ahead, 1);
      versions.set(fact.catchId, version);
      return { ...fact, version };
    });
    return fc
      .array(fc.integer({ min: 1, max: 15 }), { minLength: facts.length, maxLength: facts.length })
      .map((sizes) => {
        const batches: CatchFact[][] = [];
        for (let at = 0; at < facts.length; at += batches.at(-1)?.length ?? 1)
          batches.push(facts.slice(at, at + (sizes[batches.length] ?? 1)));
        return batches;
      });
  });

describe('boards, compared with a full sort after each change', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());

  const entriesOf = (naive: NaiveBoard) =>
    naive.ranking().map(({ anglerId, value: score, catchId }, index) => ({
      rank: index + 1,
      anglerId,
      score,
      catchId,
      previousRank: naive.previousRanks.get(anglerId) ?? null,
    }));

  it('have the same entries and the same events after each batch', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        await world.clear();
        await world.allSpecies();
        await world.species(...SPECIES);
        const naive = BOARDS.map((speciesId) => new NaiveBoard(speciesId));
        for (const batch of batches) {
          await world.catches(...batch);
          for (const board of naive) batch.forEach((fact) => board.apply(fact));
        }
        for (const [index, speciesId] of BOARDS.entries()) {
          const board = naive[index] ?? new NaiveBoard(null);
          expect(await world.entries(speciesId)).toEqual(entriesOf(board));
          const events = await world.events((await world.boardOf(speciesId)) ?? '');
          expect(events.map(({ board: _board, period: _period, ...rest }) => rest)).toEqual(board.events);
        }
        const { rows } = await world.pool.query<{ wrong: number }>(COUNTS_THAT_ARE_WRONG);
        expect(rows[0]?.wrong).toBe(0);
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it('have the same entries when they are made after the catches', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        await world.clear();
        const naive = BOARDS.map((speciesId) => new NaiveBoard(speciesId));
        for (const batch of batches) {
          await world.catches(...batch);
          for (const board of naive) batch.forEach((fact) => board.apply(fact));
        }
        await world.allSpecies();
        await world.species(...SPECIES);
        for (const [index, speciesId] of BOARDS.entries()) {
          const board = naive[index] ?? new NaiveBoard(null);
          expect(await world.entries(speciesId)).toEqual(
            entriesOf(board).map((entry) => ({ ...entry, previousRank: null })),
          );
          const events = await world.events((await world.boardOf(speciesId)) ?? '');
          expect(events.map(({ anglerId, rank, displaced }) => [anglerId, rank, displaced])).toEqual(
            entriesOf(board).map(({ anglerId, rank }) => [anglerId, rank, []]),
          );
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

const COUNTS_THAT_ARE_WRONG = `
  SELECT count(*)::int AS wrong FROM standings
  WHERE entry_count <> (SELECT count(*) FROM entries WHERE entries.board_id = standings.board_id)
    OR version <> (SELECT count(*) FROM events WHERE stream_id = standings.board_id || '/' || standings.period)`;
