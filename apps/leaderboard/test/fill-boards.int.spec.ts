import { inTransaction } from '@cds/postgres';
import type pg from 'pg';
import type { BoardRule } from '../src/boards/board.js';
import { heaviestOf } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { ShownRankingQuery } from '../src/entries/entry-list/shown-ranking.query.js';
import { valueOf } from '../src/entries/score.js';
import { type BoardsHarness, boardsHarness, SmallRankTree } from './boards.harness.js';
import { BASS, catchFact, numberedCatch } from './catch.builders.js';
import { NaiveBoard } from './naive-board.js';

const BASS_SPECIES = { id: BASS, commonName: 'Largemouth Bass', version: 1 };
const ANGLERS = 400;
const TOTAL: BoardRule = { ...heaviestOf(BASS), metric: 'total_weight' };

/** Catches of many anglers, some of them of another species, unverified or deleted. */
const catchesFrom = (from: number, to: number, overrides: Partial<CatchFact> = {}): CatchFact[] =>
  Array.from({ length: to - from }, (_, index) => {
    const n = from + index;
    return numberedCatch(n, ANGLERS, { deleted: n % 17 === 0, ...overrides });
  });

describe('a board that is made after its catches', () => {
  let world: BoardsHarness;
  let naive: NaiveBoard[];
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.clear();
    naive = [new NaiveBoard(heaviestOf(BASS)), new NaiveBoard(TOTAL)];
  });

  const consume = async (facts: readonly CatchFact[]): Promise<void> => {
    await world.catchesWaiting(...facts);
    for (const board of naive) board.load(facts);
  };

  const expectNaiveEntries = async (): Promise<void> => {
    for (const board of naive) {
      const entries = await world.entries(board.rule);
      const shown = entries.map(({ anglerId, score, catchId }) => [anglerId, score, catchId]);
      expect(shown).toEqual(board.ranking().map((one) => [one.anglerId, valueOf(one), one.catchId]));
    }
    expect((await world.pool.query('SELECT FROM board_jobs')).rowCount).toBe(0);
    expect((await world.pool.query("SELECT FROM rankings WHERE state = 'filling'")).rowCount).toBe(0);
  };

  const events = async () =>
    (await world.events((await world.boardOf(BASS)) ?? '')).flatMap((event) =>
      event.type === 'LeaderboardEntryChanged' ? [event.data] : [],
    );

  it('begins with their entries, and an event for each of the first hundred', async () => {
    await consume(catchesFrom(0, 1_500));
    await world.addBoard(TOTAL);
    await world.species(BASS_SPECIES);
    await expectNaiveEntries();
    const first = naive[0]?.ranking().slice(0, 100) ?? [];
    expect(first).toHaveLength(100);
    expect((await events()).map(({ anglerId, rank, displaced }) => [anglerId, rank, displaced])).toEqual(
      first.map(({ anglerId }, index) => [anglerId, index + 1, []]),
    );
  });

  it('equals a naive board when catches are logged, changed and deleted while it is being filled', async () => {
    await consume(catchesFrom(0, 1_500));
    await world.addBoard(TOTAL);
    await world.addSpecies(BASS_SPECIES);
    for (let from = 0; from < 1_500; from += 150) {
      await world.fillSome();
      await consume([
        ...catchesFrom(from, from + 10, { version: 2, weightLbs: 130 + from / 100 }),
        ...catchesFrom(from + 10, from + 20, { version: 2, deleted: true }),
        ...catchesFrom(from + 20, from + 25, { version: 2, anglerId: 'ang_heir' }),
        ...catchesFrom(6_000 + from, 6_010 + from),
      ]);
      if (from % 300 === 0) await world.parts.mover.drain();
    }
    await world.parts.mover.drain();
    await world.parts.fill.execute();
    await expectNaiveEntries();
  });

  it('has right ranks when its first entries were cut into parts before the others came', async () => {
    await consume(catchesFrom(0, 1_500));
    await world.parts.mover.drain();
    await world.addBoard(TOTAL);
    await world.fillSome();
    const ids = (await world.pool.query<{ id: number }>("SELECT id FROM rankings WHERE state = 'filling'")).rows;
    const cut = (tx: pg.PoolClient) =>
      new SmallRankTree().cut(
        tx,
        ids.map(({ id }) => id),
      );
    expect(await inTransaction(world.pool, cut)).toBeGreaterThan(0);
    await world.parts.fill.execute();
    const { rows } = await world.pool.query<{ size: number; entries: number }>(PARTS);
    expect(rows.map(({ size }) => size)).toEqual(rows.map(({ entries }) => entries));
    expect(Math.max(...rows.map(({ size }) => size))).toBeLessThanOrEqual(4);
    expect(rows.reduce((sum, { size }) => sum + size, 0)).toBe(naive[1]?.ranking().length);
  });

  it('is shown now whatever time the copy had that filled it', async () => {
    await consume(catchesFrom(0, 50));
    world.clock.advance(3_600_000);
    await world.species(BASS_SPECIES);
    const shownAt = (at: Date, isCurrent: boolean) =>
      new ShownRankingQuery().execute(world.pool, {
        boardId: boardId ?? '',
        period: undefined,
        at,
        isCurrent,
      });
    const boardId = await world.boardOf(BASS);
    const before = new Date(world.clock.now().getTime() - 1_800_000);
    expect((await shownAt(before, true)).entryCount).toBe(naive[0]?.ranking().length);
    expect((await shownAt(before, false)).periodId).toBeNull();
  });

  it('equals a naive board when two copies of the service fill it', async () => {
    await consume(catchesFrom(0, 1_500));
    await world.addBoard(TOTAL);
    await world.addSpecies(BASS_SPECIES);
    await Promise.all([world.parts.fill.execute(), world.parts.fill.execute(), world.parts.mover.drain()]);
    await world.parts.mover.drain();
    await expectNaiveEntries();
  });

  it('counts a catch that was consumed by a transaction from before the board', async () => {
    await inTransaction(world.pool, async (tx) => {
      await world.catchesIn(tx, catchFact({ catchId: 'catch_1', anglerId: 'ang_a', weightLbs: 5 }));
      await inTransaction(world.pool, async (other) => {
        await world.speciesIn(other, BASS_SPECIES);
      });
      await world.parts.fill.execute();
      await world.catches(catchFact({ catchId: 'catch_2', anglerId: 'ang_b', weightLbs: 6 }));
    });
    await world.parts.mover.drain();
    expect((await world.entries(BASS)).map(({ anglerId }) => anglerId)).toEqual(['ang_b', 'ang_a']);
  });

  it('is complete at once without catches, however many there are', async () => {
    await consume(catchesFrom(1, 10));
    const species = Array.from({ length: 600 }, (_, index) => ({
      id: `spc_${index}`,
      commonName: `Fish ${index}`,
      version: 1,
    }));
    await world.species(...species);
    const { rows } = await world.pool.query<{ shown: number }>(
      'SELECT count(*)::int AS shown FROM board_rankings WHERE served_until IS NULL',
    );
    expect(rows).toEqual([{ shown: 4 * species.length }]);
  });

  it('stays when its species is deleted before it was filled, if it gets entries', async () => {
    await consume([catchFact()]);
    await world.addSpecies(BASS_SPECIES);
    await world.deleteSpecies(BASS);
    expect(await world.boardOf(BASS)).toBeDefined();
    await world.parts.fill.execute();
    expect(await world.entries(BASS)).toHaveLength(1);
  });

  it('goes when its species is deleted before it was filled, if it gets none', async () => {
    await world.addSpecies(BASS_SPECIES);
    await world.deleteSpecies(BASS);
    await world.parts.fill.execute();
    expect(await world.boardOf(BASS)).toBeUndefined();
  });

  it('shows its old entries until those of an edited rule are complete, and tells what changed', async () => {
    await world.species(BASS_SPECIES);
    await world.catches(
      catchFact({ catchId: 'catch_1', anglerId: 'ang_a', weightLbs: 9 }),
      catchFact({ catchId: 'catch_2', anglerId: 'ang_b', weightLbs: 5 }),
      catchFact({ catchId: 'catch_3', anglerId: 'ang_b', weightLbs: 6 }),
    );
    const board = (await world.boardOf(BASS)) ?? '';
    const before = (await world.events(board)).length;
    await world.edit(board, TOTAL);
    expect((await world.entries(TOTAL)).map(({ anglerId, score }) => [anglerId, score])).toEqual([
      ['ang_a', 9],
      ['ang_b', 6],
    ]);
    await world.catches(catchFact({ catchId: 'catch_4', anglerId: 'ang_c', weightLbs: 7 }));
    await world.parts.fill.execute();
    expect((await world.entries(TOTAL)).map(({ anglerId, score }) => [anglerId, score])).toEqual([
      ['ang_b', 11],
      ['ang_a', 9],
      ['ang_c', 7],
    ]);
    const told = (await world.events(board)).slice(before);
    expect(told.map(({ type }) => type)).toContain('LeaderboardLeaderChanged');
    expect(await world.entries(TOTAL)).toHaveLength(3);
  });

  it('shows the last of several edits, also of those that come while it is being filled', async () => {
    const rules = (['catch_count', 'longest', 'heaviest'] as const).map((metric): BoardRule => ({ ...TOTAL, metric }));
    naive = rules.slice(-1).map((rule) => new NaiveBoard(rule));
    await world.boards(TOTAL);
    const board = (await world.boardOf(TOTAL)) ?? '';
    await consume(catchesFrom(0, 1_500));
    await world.parts.mover.drain();
    const shown = (await world.entries(TOTAL)).length;
    expect(shown).toBeGreaterThan(0);
    for (const [index, rule] of rules.entries()) {
      await world.edit(board, rule);
      await world.fillSome();
      expect(await world.entries(rule)).toHaveLength(shown);
      await consume(catchesFrom(index * 50, index * 50 + 20, { version: 2, weightLbs: 140 + index }));
    }
    await world.parts.mover.drain();
    await world.parts.fill.execute();
    await expectNaiveEntries();
    await world.sweep();
    const { rows } = await world.pool.query<{ metric: string }>("SELECT metric FROM rankings WHERE state <> 'retired'");
    expect(rows).toEqual([{ metric: 'heaviest' }]);
  });

  it.each(['before its first step', 'after some steps'])('is gone when it is deleted %s', async (when) => {
    await consume(catchesFrom(0, 1_500));
    await world.addBoard(TOTAL);
    if (when === 'after some steps') await world.fillSome();
    await world.remove((await world.boardOf(TOTAL)) ?? '');
    await world.parts.mover.drain();
    await world.parts.fill.execute();
    await world.sweep();
    for (const table of ['board_jobs', 'board_rankings', 'rankings', 'ranking_periods', 'ranked_entries'])
      expect({ table, rows: (await world.pool.query(`SELECT FROM ${table}`)).rowCount }).toEqual({ table, rows: 0 });
  });

  it('keeps what it showed before its last edits alone when it is an account’s', async () => {
    await consume(catchesFrom(0, 50));
    await world.species(BASS_SPECIES);
    const [own, builtIn] = [await world.boardOf(BASS), 'lb_built_in'];
    await world.pool.query("UPDATE boards SET account_id = 'acc_1' WHERE id = $1", [own]);
    await world.pool.query(
      `INSERT INTO boards SELECT (boards).* FROM (
        SELECT jsonb_populate_record(boards, '{"id": "${builtIn}", "account_id": null, "metric": "deepest"}') AS boards
        FROM boards WHERE id = $1) AS copy`,
      [own],
    );
    const boards = [own ?? '', builtIn];
    await world.pool.query(
      `INSERT INTO board_rankings (board_id, served_from, served_until, ranking_id)
      SELECT board.id, day, day + interval '1 day', 0
      FROM unnest($1::text[]) AS board (id), generate_series('2020-01-01'::timestamptz, '2020-01-30', '1 day') AS day`,
      [boards],
    );
    for (const board of boards) await world.edit(board, TOTAL);
    await world.parts.fill.execute();
    const { rows } = await world.pool.query<{ id: string; former: number; serving: number }>(
      `SELECT board_id AS id, count(served_until)::int AS former,
        (count(*) FILTER (WHERE served_until IS NULL))::int AS serving
      FROM board_rankings WHERE board_id IN ($1, $2) GROUP BY board_id ORDER BY board_id = $1`,
      [own, builtIn],
    );
    expect(rows).toEqual([
      { id: builtIn, former: expect.any(Number), serving: 1 },
      { id: own, former: 20, serving: 1 },
    ]);
    expect(rows[0]?.former).toBeGreaterThan(20);
  });

  it('leaves nothing behind when it is deleted', async () => {
    await world.boards(TOTAL);
    await world.catches(...catchesFrom(0, 50));
    await world.remove((await world.boardOf(TOTAL)) ?? '');
    await world.sweep();
    for (const table of [
      'rankings',
      'ranking_periods',
      'ranked_entries',
      'rank_segments',
      'rank_blocks',
      'entry_versions',
    ])
      expect((await world.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
  });
});

describe('a rebuild', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
    await world.boards(heaviestOf(null), TOTAL);
    await world.catches(...catchesFrom(0, 300));
    await world.catches(...catchesFrom(0, 20, { version: 2, weightLbs: 200 }));
  });
  afterAll(() => world.close());

  it('changes nothing where everything is right, previous ranks included', async () => {
    const before = [await world.entries(null), await world.entries(TOTAL)];
    const events = (await world.events((await world.boardOf(null)) ?? '')).length;
    expect(await world.rebuild()).toMatchObject({ rankings: 2, ofRankings: 2 });
    expect([await world.entries(null), await world.entries(TOTAL)]).toEqual(before);
    expect(await world.events((await world.boardOf(null)) ?? '')).toHaveLength(events);
  });

  it('leaves out the boards of species of which nobody has a verified catch', async () => {
    await world.boards(heaviestOf('spc_never_caught'), heaviestOf('spc_unverified'), heaviestOf(BASS));
    await world.catches(catchFact({ speciesId: 'spc_unverified', verificationTier: 'unverified' }));
    expect(await world.rebuild()).toMatchObject({ rankings: 3, ofRankings: 3 });
  });

  it('corrects what is wrong, with an event for each of the first hundred', async () => {
    const right = await world.entries(null);
    const [first, second] = right;
    const board = (await world.boardOf(null)) ?? '';
    const before = (await world.events(board)).length;
    await world.pool.query('DELETE FROM ranked_entries WHERE angler_id = $1', [first?.anglerId]);
    await world.pool.query('UPDATE ranked_entries SET placement = -1 WHERE angler_id = $1', [second?.anglerId]);
    await world.rebuild();
    const scores = (rows: typeof right) => rows.map(({ anglerId, score, catchId }) => [anglerId, score, catchId]);
    expect(scores(await world.entries(null))).toEqual(scores(right));
    const told = (await world.events(board)).slice(before).map(({ type }) => type);
    expect(told).toEqual(['LeaderboardEntryChanged', 'LeaderboardLeaderChanged', 'LeaderboardEntryChanged']);
  });
});

/** The parts that ranks are added up from, and how many entries their ranges have. */
const PARTS = `
  SELECT part.entries AS size, (
      SELECT count(*)::int FROM ranked_entries AS entry
      WHERE entry.period_id = part.period_id
        AND (entry.placement, entry.achieved_at, entry.angler_id) >= (part.placement, part.achieved_at, part.angler_id)
        AND NOT EXISTS (
          SELECT FROM rank_segments AS next WHERE next.period_id = part.period_id
            AND (next.placement, next.achieved_at, next.angler_id)
              > (part.placement, part.achieved_at, part.angler_id)
            AND (next.placement, next.achieved_at, next.angler_id)
              <= (entry.placement, entry.achieved_at, entry.angler_id)
        )
    ) AS entries
  FROM rank_segments AS part`;

describe('the first boards that count unverified catches', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());

  const HEAVIEST: BoardRule = { ...heaviestOf(null), minVerificationTier: 'unverified' };
  const SUM: BoardRule = { ...HEAVIEST, metric: 'total_weight' };
  const scores = async () =>
    Promise.all([HEAVIEST, SUM].map(async (rule) => (await world.entries(rule)).map(({ score }) => score)));

  it('have catches that became unverified while nothing counted these, and waited', async () => {
    const [first, second] = [catchFact({ weightLbs: 10 }), catchFact({ catchId: 'catch_2', weightLbs: 3 })];
    const edited = (version: number, weightLbs: number): CatchFact => ({
      ...first,
      version,
      weightLbs,
      verificationTier: 'unverified',
    });
    await world.boards(heaviestOf(null));
    await world.catches(first, second);
    await world.catchesWaiting(edited(2, 9.5));
    await world.catchesWaiting(edited(3, 9));
    await world.ownBoards('acc_1', HEAVIEST, SUM);
    await world.parts.fill.execute();
    await world.parts.mover.drain();
    expect(await scores()).toEqual([[9], [12]]);
    await world.catches(edited(4, 8));
    expect(await scores()).toEqual([[8], [11]]);
    await world.catches({ ...edited(5, 8), verificationTier: 'photo' });
    expect(await scores()).toEqual([[8], [11]]);
    expect((await world.entries(heaviestOf(null))).map(({ score }) => score)).toEqual([8]);
  });
});
