import { inTransaction } from '@cds/postgres';
import { rowsRead } from '@cds/testing';
import type pg from 'pg';
import { CatchChanges, type ChangesWanted } from '../src/catches/catch-changes.store.js';
import { heaviestOf } from '../src/boards/board.js';
import { CatchLookups } from '../src/entries/move-entries/catch-lookups.query.js';
import type { ValueKind } from '../src/entries/move-entries/lookups.sql.js';
import { CatchPages } from '../src/fill-boards/catch-page.query.js';
import type { KnownEntry } from '../src/entries/move-entries/known-entry.js';
import { type EntryToWrite, RankedEntries } from '../src/entries/move-entries/ranked-entries.store.js';
import { SpeciesTallies } from '../src/entries/move-entries/species-tallies.store.js';
import { RankTree } from '../src/entries/ranks/rank-tree.store.js';
import { RankingPeriods } from '../src/entries/rankings/ranking-periods.store.js';
import { lookUpRows } from '../src/entries/rankings/writer-lock.js';
import { boardsHarness } from './boards.harness.js';

let boards: Awaited<ReturnType<typeof boardsHarness>>;
beforeAll(async () => {
  boards = await boardsHarness();
});
afterAll(() => boards.close());

const LOOKS = 10;
const MANY = 3_000;

type Work = (tx: pg.PoolClient) => Promise<unknown>;
type Fill = (tx: pg.PoolClient, rows: number) => Promise<unknown>;

/** How many rows `work` reads of many, on a connection that planned it when so few were added to what there is. */
const readBeside = (few: number, tables: readonly string[], fill: Fill, work: Work): Promise<number> =>
  inTransaction(boards.pool, async (tx) => {
    await lookUpRows(tx);
    for (let look = 0; look < LOOKS; look += 1) {
      await tx.query('SAVEPOINT before');
      if (few > 0) await fill(tx, few);
      await work(tx);
      await tx.query('ROLLBACK TO before');
    }
    await fill(tx, MANY);
    const before = await rowsRead(tx, ...tables);
    await work(tx);
    return (await rowsRead(tx, ...tables)) - before;
  });

/** The same in tables that were empty. */
const readAfter = async (few: number, tables: readonly string[], fill: Fill, work: Work): Promise<number> => {
  await boards.pool.query(`TRUNCATE ${tables.join(', ')}`);
  await boards.pool.query(`VACUUM ANALYZE ${tables.join(', ')}`);
  return readBeside(few, tables, fill, work);
};

/** How many rows `work` reads of many, planned when there were none and when there was one. */
const readBy = async (tables: readonly string[], fill: Fill, work: Work): Promise<number> =>
  Math.max(await readAfter(0, tables, fill, work), await readAfter(1, tables, fill, work));

describe('a few of many changes of catches that wait', () => {
  let taken: string[] = [];
  const taking =
    (wanted?: ChangesWanted): Work =>
    async (tx) => {
      taken = (await new CatchChanges().take(tx, 300, wanted)).changes.map(({ catchId }) => catchId);
    };
  const fillOf =
    (account: string): Fill =>
    (tx, rows) =>
      tx.query(
        `INSERT INTO catch_changes (catch_id, account_id)
          SELECT 'catch_' || n, ${account} FROM generate_series(1, $1::int) AS n`,
        [rows],
      );
  /** One account has nearly all, also the oldest. */
  const fillUnevenly: Fill = fillOf("CASE WHEN n > $1::int - 9 THEN 'acc_' || n % 10 ELSE 'acc_loud' END");
  const of = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `catch_${from + n}`);

  it('are taken without reading the others', async () => {
    expect(await readBy(['catch_changes'], fillOf("'acc_1'"), taking())).toBeLessThanOrEqual(910);
    expect(taken).toEqual(of(1, 301));
  });

  it('of several accounts are taken without reading the others', async () => {
    expect(await readBy(['catch_changes'], fillOf("'acc_' || n % 10"), taking())).toBeLessThanOrEqual(2_200);
    expect(taken).toEqual(of(1, 301));
  });

  it('are taken without reading those of the account that has nearly all', async () => {
    expect(await readBy(['catch_changes'], fillUnevenly, taking())).toBeLessThanOrEqual(2_200);
    expect(taken).toEqual([...of(1, 292), ...of(2_992, 3_001)]);
    const others = taking({ accountId: null, except: ['acc_loud'] });
    expect(await readBy(['catch_changes'], fillUnevenly, others)).toBeLessThanOrEqual(300);
    expect(taken).toEqual(of(2_992, 3_001));
    const one = taking({ accountId: 'acc_5', except: [] });
    expect(await readBy(['catch_changes'], fillUnevenly, one)).toBeLessThanOrEqual(50);
    expect(taken).toEqual(['catch_2995']);
  });

  it('are taken without reading those of one catch again for each of them', async () => {
    const fill: Fill = (tx, rows) =>
      tx.query(
        `INSERT INTO catch_changes (catch_id, account_id) SELECT 'catch_1', 'acc_' || n % 2
          FROM generate_series(1, $1::int) AS n`,
        [rows],
      );
    expect(await readBy(['catch_changes'], fill, taking())).toBeLessThanOrEqual(2_200);
    const one = taking({ accountId: 'acc_1', except: [] });
    expect(await readBy(['catch_changes'], fill, one)).toBeLessThanOrEqual(2_200);
  });

  it('are looked up by catch without reading the others', async () => {
    const look: Work = async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = on; SET LOCAL enable_bitmapscan = on');
      await new CatchChanges().waitingOf(tx, of(2_900, 3_100));
    };
    expect(await readBy(['catch_changes'], fillUnevenly, look)).toBeLessThanOrEqual(210);
  });
});

describe('a page of catches that a ranking is filled with', () => {
  const START = { anglerId: '', caughtAt: -Infinity, catchId: '' };
  const PAGE = 40;
  const fill: Fill = (tx, rows) => tx.query(ADD_WAITING, [rows]);
  const pageOf =
    (speciesIds: string[] | null, countsUnverified: boolean): Work =>
    async (tx) => {
      const scope = { speciesIds, countsUnverified };
      expect((await new CatchPages().after(tx, scope, START, PAGE)).facts.length).toBeLessThanOrEqual(PAGE);
    };

  it.each([
    ['all species', null, false],
    ['a species', ['spc_1'], false],
    ['some species', ['spc_1', 'spc_2'], false],
    ['all species, unverified catches too', null, true],
    ['a species, unverified catches too', ['spc_1'], true],
  ])('of %s is read without reading more changes that wait than a page has', async (_name, species, unverified) => {
    const tables = ['catch_changes', 'catch_facts'];
    // As many catches and changes, each of which looks for the first one of its catch.
    const most = 4 * (PAGE + 1);
    expect(await readBy(tables, fill, pageOf(species, unverified))).toBeLessThanOrEqual(most);
    // All of one angler.
    const fillOne: Fill = async (tx, rows) => {
      await fill(tx, rows);
      await tx.query("UPDATE catch_facts SET angler_id = 'ang_1'");
      await tx.query(OF_ONE_ANGLER);
    };
    expect(await readBy(tables, fillOne, pageOf(species, unverified))).toBeLessThanOrEqual(most);
  });
});

describe('the next best catch of an angler with very many', () => {
  /** In no index by value. */
  const OTHERS = 10;
  const DAYS = 30;
  const fill: Fill = (tx, rows) => tx.query(ADD_OF_ONE_ANGLER, ['ang_1', rows, OTHERS]);
  let found: (string | null | undefined)[] = [];
  const look =
    (kind: ValueKind, speciesId: string | null, period: string): Work =>
    async (tx) => {
      const rule = { ...heaviestOf(speciesId), period: period === 'all' ? 'all_time' : 'month' } as const;
      const lookup = { kind, rule, period, anglerId: 'ang_1' };
      const scores = await new CatchLookups().of(tx, [lookup], [`catch_ang_1_${MANY}`]);
      found = [scores.get(lookup)?.catchId];
    };

  describe.each([
    ['of all time', null, 'all', OTHERS + 2, MANY - 1],
    ['of a species', 'spc_1', 'all', OTHERS + 2, MANY - 1],
    ['of a month', null, '2026-05', OTHERS + DAYS + 2, MANY - 1],
    ['of a month and a species', 'spc_0', '2026-05', OTHERS + DAYS + 2, MANY - 2],
  ])('%s', (_name, speciesId, period, most, best) => {
    it('is found without reading the others', async () => {
      for (const kind of ['heaviest', 'longest', 'deepest'] as const) {
        expect(await readBy(['catch_facts'], fill, look(kind, speciesId, period))).toBeLessThanOrEqual(most);
        expect(found).toEqual([`catch_ang_1_${best}`]);
      }
    });

    it('is found without reading the others while the statistics say that anglers have few', async () => {
      for (const kind of ['heaviest', 'longest', 'deepest'] as const) {
        await boards.pool.query('TRUNCATE catch_facts');
        for (let angler = 2; angler < 150; angler += 1)
          await boards.pool.query(ADD_OF_ONE_ANGLER, [`ang_${angler}`, 20, 20]);
        await boards.pool.query('ANALYZE catch_facts');
        const work = look(kind, speciesId, period);
        expect(await readBeside(0, ['catch_facts'], fill, work)).toBeLessThanOrEqual(most);
        expect(found).toEqual([`catch_ang_1_${best}`]);
      }
    });
  });
});

describe('the species of a few of many anglers', () => {
  const tallies = new SpeciesTallies();
  const keys = Array.from({ length: 100 }, (_, n) => ({ anglerId: `ang_${n}`, periodId: 1, speciesId: 'spc_1' }));
  const fill = (tx: pg.PoolClient, rows: number) =>
    tx.query(
      `INSERT INTO species_tallies (angler_id, period_id, species_id, catches, first_caught_at)
        SELECT 'ang_' || n, 1, 'spc_' || species, 1, now()
        FROM generate_series(0, $1::int / 2) AS n, generate_series(1, 2) AS species`,
      [rows],
    );

  it('are looked up without reading those of others', async () => {
    expect(await readBy(['species_tallies'], fill, (tx) => tallies.of(tx, keys))).toBe(100);
  });

  it('are counted without reading those of others', async () => {
    expect(await readBy(['species_tallies'], fill, (tx) => tallies.othersOf(tx, keys, keys))).toBe(200);
  });

  it.each([
    ['change', 2],
    ['go', 0],
  ])('%s where they were looked up', async (_, catches) => {
    const write: Work = async (tx) => {
      const known = await tallies.of(tx, keys);
      const changed = keys.flatMap((key, index) => {
        const tally = known[index];
        return tally ? [{ ...key, ...tally, catches }] : [];
      });
      await tallies.write(tx, changed);
    };
    expect(await readBy(['species_tallies'], fill, write)).toBe(100);
  });
});

describe('the entries of a few of many anglers', () => {
  const entries = new RankedEntries();
  const anglers = Array.from({ length: 100 }, (_, n) => ({ anglerId: `ang_${n + 1}`, periodId: 1 }));
  const fill = (tx: pg.PoolClient, rows: number) =>
    tx.query(
      `INSERT INTO ranked_entries (angler_id, period_id, placement, achieved_at, known_from)
        SELECT 'ang_' || n, 1, -n, now(), now() FROM generate_series(1, $1::int) AS n`,
      [rows],
    );

  it('are looked up without reading those of others', async () => {
    expect(await readBy(['ranked_entries'], fill, (tx) => entries.of(tx, anglers))).toBe(100);
  });

  /** Writes what `changed` makes of the entries that there are. */
  const writing =
    (changed: (entry: KnownEntry) => Pick<EntryToWrite, 'score'>) =>
    async (tx: pg.PoolClient): Promise<void> => {
      const known = await entries.of(tx, anglers);
      const rest = { previousRank: null, knownFrom: Date.now(), knownUntil: null, between: [] };
      const to = anglers.flatMap((one, index): EntryToWrite[] => {
        const entry = known[index];
        return entry ? [{ ...one, ...entry, ...rest, ...changed(entry) }] : [];
      });
      await entries.write(tx, to);
    };

  it('move without reading those of others', async () => {
    const move = writing(({ score }) => ({ score: { ...score, placement: score.placement - 1 } }));
    expect(await readBy(['ranked_entries'], fill, move)).toBe(200);
  });

  it('go without reading those of others', async () => {
    expect(
      await readBy(
        ['ranked_entries'],
        fill,
        writing(() => ({ score: null })),
      ),
    ).toBe(200);
  });
});

describe('a few of many periods', () => {
  const tree = new RankTree();
  const periods = new RankingPeriods(tree);
  const ids = Array.from({ length: 100 }, (_, n) => n + 1);
  const fill = (tx: pg.PoolClient, rows: number) =>
    tx.query(
      `INSERT INTO ranking_periods (id, ranking_id, period) SELECT n, n, 'all' FROM generate_series(1, $1::int) AS n`,
      [rows],
    );

  it('are looked up without reading the others', async () => {
    const keys = ids.map((id) => ({ rankingId: id, period: 'all' }));
    const look = async (tx: pg.PoolClient): Promise<void> => {
      const { rows } = await tx.query('SELECT FROM ranking_periods LIMIT 2');
      if (rows.length > 1) expect(await periods.ensure(tx, keys)).toHaveLength(100);
      else await periods.ensure(tx, keys.slice(0, rows.length));
    };
    expect(await readBy(['ranking_periods'], fill, look)).toBeLessThanOrEqual(102);
  });

  it('grow without reading the others', async () => {
    const at = Date.now();
    const growths = ids.map((id) => ({ id, entries: 1, firstMovedAt: at, lastMovedAt: at }));
    expect(await readBy(['ranking_periods'], fill, (tx) => periods.grow(tx, growths))).toBe(100);
  });

  it('have places counted without reading those of the others', async () => {
    const plant = (tx: pg.PoolClient, rows: number) =>
      tree.plant(
        tx,
        Array.from({ length: rows }, (_, n) => n + 1),
      );
    const places = ids.map((periodId) => ({
      periodId,
      placement: -1,
      achievedAt: Date.now(),
      anglerId: 'a',
      entries: 1,
    }));
    expect(await readBy(['rank_segments', 'rank_blocks'], plant, (tx) => tree.grow(tx, places))).toBeLessThanOrEqual(
      200,
    );
  });
});

const OF_ONE_ANGLER = `
  UPDATE catch_changes SET before = jsonb_set(before::jsonb, '{angler_id}', '"ang_1"')::json`;

const ADD_WAITING = `
  WITH waiting AS (
    INSERT INTO catch_changes (catch_id, before, account_id)
    SELECT 'catch_' || n, json_build_object('catch_id', 'catch_' || n, 'version', 1, 'measured_version', 1, 'angler_id',
      'ang_' || n, 'species_id', 'spc_' || n % 2 + 1, 'weight_lbs', n, 'verification_tier', 'photo', 'caught_at',
      '2026-05-01T06:00:00.000Z', 'deleted', false), 'acc_1'
    FROM generate_series(1, $1::int) AS n
  )
  INSERT INTO catch_facts (catch_id, version, measured_version, angler_id, species_id, weight_lbs, verification_tier,
    caught_at)
  SELECT 'catch_' || n, 2, 2, 'ang_' || n, 'spc_' || n % 2 + 1, n, 'photo', '2026-05-01T06:00:00.000Z'
  FROM generate_series(1, $1::int) AS n`;

// The last ones are the best ones. Two of three days have one species each, and the others have both.
const ADD_OF_ONE_ANGLER = `
  INSERT INTO catch_facts (catch_id, version, measured_version, angler_id, species_id, weight_lbs, length_in, depth_ft,
    verification_tier, caught_at, is_indexed_by_value)
  SELECT 'catch_' || $1 || '_' || n, 1, 1, $1, 'spc_' || CASE n % 3 WHEN 0 THEN n / 3 % 2 ELSE n % 3 - 1 END, n, n, n,
    'photo', '2026-05-01T06:00:00Z'::timestamptz + n % 30 * interval '1 day', n > $3
  FROM generate_series(1, $2::int) AS n`;
