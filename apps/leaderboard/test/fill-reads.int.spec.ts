import { inTransaction } from '@cds/postgres';
import { rowsRead } from '@cds/testing';
import type pg from 'pg';
import { heaviestOf } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { RankTree } from '../src/entries/ranks/rank-tree.store.js';
import { lookUpRows } from '../src/entries/rankings/writer-lock.js';
import { type CatchPage, CatchPages, type CatchScope } from '../src/fill-boards/catch-page.query.js';
import { type CatchPosition, END } from '../src/entries/rankings/ranking.js';
import { FillGroups } from '../src/fill-boards/fill-group.query.js';
import { type BoardsHarness, boardsHarness, SmallRankTree } from './boards.harness.js';
import { BASS, catchFact } from './catch.builders.js';

const SPECIES = ['spc_1', 'spc_2', 'spc_3', 'spc_4'];
const EACH = 100;
const START: CatchPosition = { anglerId: '', caughtAt: -Infinity, catchId: '' };

let world: BoardsHarness;
beforeAll(async () => {
  world = await boardsHarness();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

const catchesOf = (speciesId: string): CatchFact[] =>
  Array.from({ length: EACH }, (_, n) =>
    catchFact({ catchId: `catch_${speciesId}_${n}`, anglerId: `ang_${n}`, speciesId, weightLbs: n + 1 }),
  );

/** How many rows of a table `work` reads, and what it returns. */
const reading = <T>(table: string, work: (tx: pg.PoolClient) => Promise<T>): Promise<readonly [number, T]> =>
  inTransaction(world.pool, async (tx) => {
    await lookUpRows(tx);
    const before = await rowsRead(tx, table);
    const result = await work(tx);
    return [(await rowsRead(tx, table)) - before, result] as const;
  });

describe('rankings of several species', () => {
  beforeEach(async () => {
    await world.catches(...SPECIES.flatMap(catchesOf));
    for (const species of SPECIES) await world.addBoard(heaviestOf(species));
    await world.parts.keeper.make();
  });

  it('are filled together as far as their catches fit into a step, which are counted no further', async () => {
    const groups = new FillGroups();
    const [read, group] = await reading('catch_facts', (tx) => groups.next(tx, 2 * EACH + 10));
    expect(group?.speciesIds).toHaveLength(2);
    expect(read).toBeLessThanOrEqual(2 * EACH + 11);
  });

  it('are filled alone when their catches do not fit into a step', async () => {
    const [read, group] = await reading('catch_facts', (tx) => new FillGroups().next(tx, 10));
    expect(group?.speciesIds).toHaveLength(1);
    expect(read).toBeLessThanOrEqual(11);
  });
});

describe('what is filled next, while a rebuild fills very many rankings and a board of an account waits', () => {
  it('is found without comparing rankings with each other', async () => {
    await world.pool.query('VACUUM ANALYZE rankings');
    await world.pool.query(ADD_RANKINGS);
    await world.ownBoards('acc_1', heaviestOf(null));
    const [read] = await reading('rankings', (tx) => new FillGroups().next(tx, 10));
    expect(read).toBeLessThanOrEqual(6 * RANKINGS);
  });
});

describe('the catches that a ranking is filled with', () => {
  const pagesOf = (scope: CatchScope, size: number): Promise<CatchPage[]> =>
    inTransaction(world.pool, async (tx) => {
      await lookUpRows(tx);
      const read: CatchPage[] = [];
      for (let from: CatchPosition = START; from.anglerId !== END.anglerId; from = read.at(-1)?.end ?? END)
        read.push(await new CatchPages().after(tx, scope, from, size));
      return read;
    });
  const asText = ({ catchId, anglerId, weightLbs, caughtAt }: CatchFact): string =>
    [catchId, anglerId, weightLbs, caughtAt.toISOString()].join(' ');

  it('are read page by page also where changes of very many wait, as they were before these', async () => {
    const facts = SPECIES.flatMap(catchesOf).map((fact, n) => ({ ...fact, anglerId: `ang_${n % 3}` }));
    await world.boards(heaviestOf(null));
    await world.catches(...facts);
    await world.catchesWaiting(...facts.slice(0, 350).map((fact) => ({ ...fact, version: 2, weightLbs: 500 })));
    await world.catchesWaiting(...facts.slice(0, 50).map((fact) => ({ ...fact, version: 3, weightLbs: 600 })));
    const pages = await pagesOf({ speciesIds: null, countsUnverified: false }, 40);
    const found = pages.flatMap((page) => page.facts);
    expect(Math.max(...pages.map((page) => page.facts.length))).toBeLessThanOrEqual(40);
    expect(found.map(({ catchId, weightLbs }) => [catchId, weightLbs]).sort()).toEqual(
      facts.map(({ catchId, weightLbs }) => [catchId, weightLbs]).sort(),
    );
  });

  it.each([1, 2, 3, 7, 40, 1_000])(
    'are in pages of %i what entries show, whatever changes of them wait',
    async (size) => {
      const facts = SPECIES.flatMap(catchesOf)
        .slice(0, 120)
        .map((fact, n) => ({ ...fact, speciesId: SPECIES[n % 2] ?? BASS, anglerId: `ang_${n % 5}` }));
      await world.boards(heaviestOf(null));
      await world.catches(...facts);
      // Some are on no board afterwards, some are another angler's or of another time, and one changed very often.
      const changed = facts.slice(0, 80).map((fact, n) => ({
        ...fact,
        version: 2,
        ...(n % 4 === 0 ? { verificationTier: 'unverified' as const } : {}),
        ...(n % 4 === 1 ? { anglerId: `ang_${(n + 1) % 5}` } : {}),
        ...(n % 4 === 2 ? { caughtAt: new Date(fact.caughtAt.getTime() - n * 1_000) } : {}),
        ...(n % 4 === 3 ? { deleted: true } : {}),
      }));
      await world.catchesWaiting(...changed);
      const often = Array.from({ length: 60 }, (_, n) => ({ ...facts[100], version: n + 2, weightLbs: 100 + n }));
      for (const fact of often) await world.catchesWaiting(fact as CatchFact);
      await world.catchesWaiting(
        ...facts.slice(0, 20).map((fact) => ({ ...fact, catchId: `${fact.catchId}_new`, anglerId: 'ang_new' })),
      );
      for (const speciesIds of [null, SPECIES.slice(0, 1), SPECIES.slice(0, 2)])
        for (const countsUnverified of [false, true]) {
          const found = (await pagesOf({ speciesIds, countsUnverified }, size)).flatMap((page) => page.facts);
          const expected = facts.filter((fact) => speciesIds === null || speciesIds.includes(fact.speciesId));
          expect(found.map(asText).sort()).toEqual(expected.map(asText).sort());
        }
    },
  );
});

describe('the parts of a ranking that has all its entries', () => {
  const ENTRIES = 2_000;

  const cut = (id: number): Promise<number> => inTransaction(world.pool, (tx) => new SmallRankTree().cut(tx, [id]));

  /** A ranking of whose entries so many are cut into parts, if there are so many. */
  const partly = async (wanted: number): Promise<number> => {
    await world.boards(heaviestOf(BASS));
    const { rows } = await world.pool.query<{ id: number; period_id: number }>(PERIOD);
    const [{ id, period_id: periodId } = { id: 0, period_id: 0 }] = rows;
    await world.pool.query(ADD_ENTRIES, [periodId, ENTRIES]);
    for (let done = 0; done < wanted;) done += (await cut(id)) || Infinity;
    return id;
  };

  it('are cut on without reading those that were cut before', async () => {
    const id = await partly(600);
    const [read, entries] = await reading('rank_segments', (tx) => new SmallRankTree().cut(tx, [id]));
    expect(entries).toBe(30);
    expect(read).toBeLessThanOrEqual(20);
  });

  it('are cut where moves made one of them large that is not the last', async () => {
    const id = await partly(Infinity);
    const { rowCount } = await world.pool.query(ENLARGE);
    expect(rowCount).toBe(1);
    expect(await cut(id)).toBe(5);
    expect(await cut(id)).toBe(0);
  });

  it('are not cut again once all are small', async () => {
    const id = await partly(Infinity);
    expect(await cut(id)).toBe(0);
    expect(await inTransaction(world.pool, (tx) => new RankTree().cut(tx, [id]))).toBe(0);
  });
});

const RANKINGS = 2_000;

/** As many that boards show as are being filled. */
const ADD_RANKINGS = `
  INSERT INTO rankings (metric, species_id, min_verification_tier, period, state)
  SELECT 'heaviest', 'spc_' || n, 'photo', 'all_time', state
  FROM generate_series(1, ${RANKINGS / 2}) AS n, unnest(ARRAY['live', 'filling']) AS state`;

const PERIOD = `
  WITH made AS (
    INSERT INTO ranking_periods (ranking_id, period) SELECT id, 'all' FROM rankings RETURNING id, ranking_id
  ), blocks AS (
    INSERT INTO rank_blocks (period_id, placement, achieved_at, angler_id, entries, segments)
    SELECT id, -9223372036854775808, '-infinity', '', 2000, 1 FROM made
  ), segments AS (
    INSERT INTO rank_segments (period_id, placement, achieved_at, angler_id, entries)
    SELECT id, -9223372036854775808, '-infinity', '', 2000 FROM made
  )
  SELECT ranking_id AS id, id AS period_id FROM made`;

const ADD_ENTRIES = `
  INSERT INTO ranked_entries (angler_id, period_id, placement, achieved_at, known_from)
  SELECT 'ang_' || n, $1, -n, now(), now() FROM generate_series(1, $2::int) AS n`;

// A move into a ranking that is being filled adds to a part without cutting it.
const ENLARGE = `
  UPDATE rank_segments SET entries = 5 WHERE (period_id, placement) = (
    SELECT period_id, placement FROM rank_segments ORDER BY placement OFFSET 3 LIMIT 1
  )`;
