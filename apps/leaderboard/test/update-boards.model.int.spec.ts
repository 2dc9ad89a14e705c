import fc from 'fast-check';
import { type BoardRule, METRICS, PERIOD_KINDS } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import type { LeaderboardEvent } from '../src/entries/entry.events.js';
import { BatchSize } from '../src/entries/move-entries/batch-size.js';
import { valueOf } from '../src/entries/score.js';
import { type BoardsHarness, boardsHarness, type EntryRow } from './boards.harness.js';
import { BASS, catchFact, WALLEYE } from './catch.builders.js';
import { NaiveBoard } from './naive-board.js';

const rule = (overrides: Partial<BoardRule> = {}): BoardRule => ({
  metric: 'heaviest',
  speciesId: null,
  region: null,
  minVerificationTier: 'photo',
  period: 'all_time',
  ...overrides,
});

const RULES: readonly BoardRule[] = [
  ...METRICS.flatMap((metric) => PERIOD_KINDS.map((period) => rule({ metric, period }))),
  ...METRICS.map((metric) => rule({ metric, speciesId: BASS, period: 'month' })),
  rule({ speciesId: WALLEYE }),
  rule({ metric: 'total_weight', region: 'US-TX' }),
  rule({ metric: 'longest', region: 'US-TX', minVerificationTier: 'certified', period: 'year' }),
  ...METRICS.map((metric) => rule({ metric, minVerificationTier: 'unverified', period: 'week' })),
];

const TIMES = [
  '2026-05-01T06:00:00.000Z',
  '2026-05-01T06:00:00.001Z',
  '2026-05-02T23:59:59.999Z',
  '2026-05-04T00:00:00.000Z',
  '2026-12-31T12:00:00.000Z',
  '2027-01-01T00:00:00.000Z',
].map((text) => new Date(text));

/**
 * Few anglers, catches, weights and times, so that ties and changes of rank are common, and some anglers with several
 * catches, of whom the next best one is looked for when the best one is lost.
 */
const anyFact: fc.Arbitrary<Omit<CatchFact, 'version'>> = fc.record({
  catchId: fc.integer({ min: 1, max: 14 }).map((n) => `catch_${n}`),
  anglerId: fc.constantFrom('ang_a', 'ang_a', 'ang_a', 'ang_b', 'ang_b', 'ang_c', 'ang_d', 'ang_e', 'ang_f', 'ang_g'),
  speciesId: fc.constantFrom(BASS, BASS, WALLEYE, 'spc_third'),
  weightLbs: fc.constantFrom(1, 1.005, 2.5, 2.5, 3.125, 4),
  lengthIn: fc.constantFrom(null, 10, 12.5, 12.5),
  depthFt: fc.constantFrom(null, 0, 30, 30.001),
  region: fc.constantFrom(null, 'US-TX', 'US-CA'),
  verificationTier: fc.constantFrom('unverified' as const, 'photo' as const, 'photo' as const, 'certified' as const),
  caughtAt: fc.constantFrom(...TIMES),
  deleted: fc.constantFrom(false, false, false, true),
});

/** Changes of one account may overtake those of another, but none whose account is unknown. */
const ACCOUNTS = ['acc_1', 'acc_1', 'acc_2', 'acc_3', null];
const accountOf = (catchId: string): string | null => ACCOUNTS[Number(catchId.slice(6)) % ACCOUNTS.length] ?? null;

/** Batches of versions, some of them skipped and some repeated, as on a topic that delivers at least once. */
// Without `size`, fast-check makes arrays of ten at most.
const anyBatches = fc
  .array(fc.tuple(anyFact, fc.constantFrom(1, 1, 1, 2, 0)), { minLength: 1, maxLength: 50, size: 'max' })
  .chain((steps) => {
    const versions = new Map<string, number>();
    const facts = steps.map(([fact, ahead]) => {
      const version = Math.max((versions.get(fact.catchId) ?? 0) + ahead, 1);
      versions.set(fact.catchId, version);
      return { ...fact, version, accountId: accountOf(fact.catchId) };
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

/** So few changes that stored catches are ahead of those that are applied, and in several groups all the same. */
class FewAtOnce extends BatchSize {
  override get value(): number {
    return 3;
  }

  override get group(): number {
    return 40;
  }
}

describe('boards, compared with a full sort after each change', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());

  const entriesOf = (naive: NaiveBoard, period: string): EntryRow[] =>
    naive.ranking(period).map(({ anglerId, catchId, achievedAt, ...score }, index) => ({
      rank: index + 1,
      anglerId,
      score: valueOf(score),
      achievedAt: new Date(achievedAt).toISOString(),
      catchId,
      previousRank: naive.previousRanks.get(`${period}/${anglerId}`) ?? null,
    }));

  const plain = (rows: readonly EntryRow[]): unknown[] =>
    rows.map((row) => ({ ...row, achievedAt: new Date(row.achievedAt).toISOString() }));

  const told = ({ type, data }: LeaderboardEvent): unknown => {
    switch (type) {
      case 'LeaderboardEntryChanged': {
        const { board: _board, period: _period, ...changed } = data;
        return changed;
      }
      case 'LeaderboardLeaderChanged':
        return { leader: data.leader?.anglerId ?? null, previous: data.previous?.anglerId ?? null };
      case 'LeaderboardPeriodClosed':
        return data;
    }
  };

  const periodsOf = (naive: NaiveBoard): string[] => [...new Set([...naive.periods(), ...naive.events.keys()])].sort();

  const expectRanksOfTheStructure = async (): Promise<void> => {
    const { rows } = await world.pool.query<{ id: number; entries: number }>(
      'SELECT id, entry_count AS entries FROM ranking_periods',
    );
    for (const { id, entries } of rows) {
      const places = await world.pool.query<{ placement: number; achieved_at: Date; angler_id: string }>(PLACES, [id]);
      expect(places.rows).toHaveLength(entries);
      const wanted = places.rows.map((row) => ({
        periodId: id,
        placement: row.placement,
        achievedAt: row.achieved_at.getTime(),
        anglerId: row.angler_id,
      }));
      expect(await world.parts.ranks.ranksOf(world.pool, wanted)).toEqual(wanted.map((_, index) => index + 1));
      for (const [index, { periodId, ...place }] of wanted.entries())
        expect(await world.parts.ranks.placeAtRank(world.pool, periodId, index + 1)).toEqual(place);
      expect(await world.parts.ranks.placeAtRank(world.pool, id, entries + 1)).toBeNull();
    }
  };

  it('have the same entries, events and history after each batch', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        await world.clear();
        await world.boards(...RULES);
        const naive = RULES.map((one) => new NaiveBoard(one));
        const past: { at: Date; boards: Map<string, EntryRow[]>[] }[] = [];
        for (const batch of batches) {
          world.clock.advance(60_000);
          await world.catches(...batch);
          for (const board of naive) batch.forEach((fact) => board.apply(fact));
          const boards = naive.map((one) => new Map(periodsOf(one).map((period) => [period, entriesOf(one, period)])));
          past.push({ at: new Date(world.clock.now().getTime() + 30_000), boards });
        }
        for (const board of naive) {
          const id = (await world.boardOf(board.rule)) ?? '';
          for (const period of periodsOf(board)) {
            expect(plain(await world.entries(board.rule, period))).toEqual(entriesOf(board, period));
            expect((await world.events(id, period)).map(told)).toEqual(board.events.get(period) ?? []);
          }
        }
        for (const { at, boards } of past.filter((_, index) => index % 3 === 0))
          for (const [index, ofBoard] of boards.entries())
            for (const [period, entries] of ofBoard)
              expect(plain(await world.entriesAsOf(RULES[index] ?? rule(), period, at))).toEqual(entries);
        await expectRanksOfTheStructure();
      }),
      { numRuns: 12 },
    );
  }, 240_000);

  it('have the right ranks where no binary number of seconds is exactly the time of a catch', async () => {
    await world.clear();
    await world.boards(rule());
    const caughtAt = new Date('2004-01-25T03:06:40.002Z');
    const facts = Array.from({ length: 12 }, (_, n) =>
      catchFact({ catchId: `catch_${n}`, anglerId: `ang_${n}`, weightLbs: 5 + n, caughtAt }),
    );
    await world.catches(...facts);
    await world.catches(...facts.map((fact) => ({ ...fact, version: 2, weightLbs: fact.weightLbs + 20 })));
    await expectRanksOfTheStructure();
  });

  it('show a move as of the time of its event, with the rank that it tells', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        const watched = [rule(), rule({ metric: 'catch_count' })];
        await world.clear();
        await world.boards(...watched);
        for (const batch of batches) await world.catches(...batch);
        for (const one of watched)
          for (const { event, at } of await world.eventTimes((await world.boardOf(one)) ?? '', 'all')) {
            if (event.type !== 'LeaderboardEntryChanged') continue;
            const { data } = event;
            const then = await world.entriesAsOf(one, 'all', at);
            expect(then.find(({ anglerId }) => anglerId === data.anglerId)?.rank ?? null).toBe(data.rank);
          }
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('have the same entries when they are made after the catches, while some of these change', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, fc.nat({ max: 50 }), async (batches, made) => {
        await world.clear();
        const naive = RULES.map((one) => new NaiveBoard(one));
        for (const [index, batch] of batches.entries()) {
          if (index === made % batches.length) for (const one of RULES) await world.addBoard(one);
          await world.catchesWaiting(...batch);
          await world.fillSome();
          for (const board of naive) board.load(batch);
          if (index % 4 === 3) await world.parts.mover.drain(() => false, new FewAtOnce());
        }
        await world.parts.mover.drain(() => false, new FewAtOnce());
        await world.parts.fill.execute();
        for (const board of naive)
          for (const period of periodsOf(board)) {
            const entries = await world.entries(board.rule, period);
            expect(plain(entries.map((row) => ({ ...row, previousRank: null })))).toEqual(
              entriesOf(board, period).map((entry) => ({ ...entry, previousRank: null })),
            );
          }
        await expectRanksOfTheStructure();
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

const PLACES = `
  SELECT placement::float8 AS placement, achieved_at, angler_id FROM ranked_entries WHERE period_id = $1
  ORDER BY ranked_entries.placement, achieved_at, angler_id`;
