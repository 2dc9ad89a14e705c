import { type BoardRule, heaviestOf, PERIOD_KINDS } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { valueOf } from '../src/entries/score.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { BASS, catchFact, WALLEYE } from './catch.builders.js';
import { NaiveBoard } from './naive-board.js';

const HOUR_MS = 3_600_000;
const CATCHES = 24;

const RULES: readonly BoardRule[] = (['heaviest', 'longest', 'deepest'] as const).flatMap((metric) =>
  PERIOD_KINDS.flatMap((period) =>
    [null, BASS].map((speciesId) => ({ ...heaviestOf(BASS), metric, period, speciesId })),
  ),
);

/** Two or three a day, over days of two months; each measure has another order. */
const CAUGHT: readonly CatchFact[] = Array.from({ length: CATCHES }, (_, n) =>
  catchFact({
    catchId: `catch_${n}`,
    speciesId: n % 3 === 0 ? WALLEYE : BASS,
    weightLbs: 1 + ((n * 7) % CATCHES),
    lengthIn: n % 5 === 0 ? null : 1 + ((n * 11) % CATCHES),
    depthFt: 1 + ((n * 5) % 12),
    caughtAt: new Date(Date.parse('2026-04-27T05:00:00.000Z') + n * 10 * HOUR_MS),
  }),
);

describe('an angler who loses catches one by one', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());

  const expectNaiveEntries = async (naive: NaiveBoard): Promise<void> => {
    for (const period of naive.periods()) {
      const shown = (await world.entries(naive.rule, period)).map(({ score, catchId }) => [score, catchId]);
      expect({ rule: naive.rule, period, shown }).toEqual({
        rule: naive.rule,
        period,
        shown: naive.ranking(period).map((one) => [valueOf(one), one.catchId]),
      });
    }
  };

  it('has the best of those that are left, of whichever day', async () => {
    await world.boards(...RULES);
    const boards = RULES.map((one) => new NaiveBoard(one));
    await world.catches(...CAUGHT);
    for (const board of boards) board.load(CAUGHT);
    for (const fact of [...CAUGHT].sort((a, b) => (b.weightLbs ?? 0) - (a.weightLbs ?? 0))) {
      const gone = { ...fact, version: 2, deleted: true };
      await world.catches(gone);
      for (const board of boards) {
        board.load([gone]);
        await expectNaiveEntries(board);
      }
    }
  });
});

describe('a batch of changes that takes longer than a statement may', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());

  it('is tried again in smaller ones', async () => {
    await world.boards(heaviestOf(null));
    const anglers = Array.from({ length: 4 }, (_, n) => `ang_${n}`);
    await world.catchesWaiting(...anglers.map((anglerId) => catchFact({ catchId: `catch_${anglerId}`, anglerId })));
    await world.pool.query(TOO_SLOW);
    const sizes: unknown[] = [];
    for (let run = 0; run < 10 && (await world.entries(null)).length < 4; run += 1) {
      await world.copy().mover.drain();
      const { rows } = await world.pool.query<{ size: number }>('SELECT batch_size AS size FROM suspected_accounts');
      sizes.push(rows[0]?.size);
      await world.suspectsAreDue();
    }
    expect(sizes.slice(0, 5)).toEqual([20, 10, 5, 2, 1]);
    expect(await world.entries(null)).toHaveLength(4);
  });
});

const TOO_SLOW = `
  CREATE FUNCTION too_slow() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT count(*) FROM added) > 1 THEN RAISE EXCEPTION 'too slow' USING ERRCODE = '57014'; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER too_slow AFTER INSERT ON ranked_entries REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION too_slow();`;
