import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '@cds/testing';
import type pg from 'pg';
import { type BoardRule, heaviestOf, METRICS } from '../src/boards/board.js';
import type { CatchFact } from '../src/catches/catch-fact.js';
import { valueOf } from '../src/entries/score.js';
import type { RankingParts } from '../src/fill-boards/ranking-parts.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { BASS, numberedCatch, WALLEYE } from './catch.builders.js';
import { NaiveBoard } from './naive-board.js';
import { UNEVEN } from './uneven-periods.sql.js';

const COMMAND = join(import.meta.dirname, '..', 'dist', 'rebuild.js');
const CATCHES = 2_000;
/** More than a segment has entries, so that there is something to cut. */
const ANGLERS = 600;
/** Processes start slowly where other tests run beside them. */
const PATIENCE = { timeoutMs: 60_000 };

const RULES: readonly BoardRule[] = [
  ...METRICS.map((metric) => ({ ...heaviestOf(null), metric })),
  { ...heaviestOf(null), period: 'month' },
  heaviestOf(BASS),
  heaviestOf(WALLEYE),
];

const catchesFrom = (from: number, to: number, overrides: Partial<CatchFact> = {}): CatchFact[] =>
  Array.from({ length: to - from }, (_, index) => {
    const n = from + index;
    return numberedCatch(n, ANGLERS, {
      lengthIn: n % 3 === 0 ? null : ((n * 41) % 499) / 8,
      depthFt: (n * 43) % 211,
      caughtAt: new Date(Date.UTC(2026, n % 5, 1 + (n % 28), n % 24)),
      ...overrides,
    });
  });

/** Where a run stops until the gate opens, with all of a step before it written and nothing of it committed. */
const GATES: readonly { at: string; trigger: string }[] = [
  { at: 'the entries of some anglers', trigger: 'UPDATE ON rankings FOR EACH ROW WHEN (NEW.filled_catches > 1000)' },
  { at: 'the parts of ranks', trigger: `INSERT ON rank_segments FOR EACH ROW WHEN (NEW.achieved_at > '-infinity')` },
  { at: 'which rankings boards show', trigger: `UPDATE ON rankings FOR EACH ROW WHEN (NEW.state = 'live')` },
];

describe('a rebuild that is killed while it stores', () => {
  let world: BoardsHarness;
  let naive: NaiveBoard[];
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    world = await boardsHarness();
    await world.pool.query(WAIT_AT_GATE);
    for (const [gate, { trigger }] of GATES.entries())
      await world.pool.query(`CREATE TRIGGER gate_${gate} BEFORE ${trigger} EXECUTE FUNCTION wait_at_gate(${gate})`);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await world.close();
  });
  beforeEach(async () => {
    await world.clear();
    naive = RULES.map((rule) => new NaiveBoard(rule));
    await world.boards(...RULES);
    await consume(catchesFrom(0, CATCHES));
    await world.copy().mover.drain();
    await world.pool.query("UPDATE ranked_entries SET catch_id = 'catch_wrong' WHERE catch_id IS NOT NULL");
  });

  const consume = async (facts: readonly CatchFact[]): Promise<void> => {
    await world.catchesWaiting(...facts);
    for (const board of naive) board.load(facts);
  };

  const rebuild = (): ChildProcess => {
    const child = spawn(process.execPath, [COMMAND], {
      env: { PATH: process.env['PATH'], DATABASE_URL: world.databaseUrl },
      stdio: 'ignore',
    });
    children.push(child);
    return child;
  };

  /** A rebuild that waits at a gate, and who keeps that closed. */
  const stoppedAt = async (gate: number): Promise<[pg.PoolClient, ChildProcess]> => {
    const lock = await world.pool.connect();
    await lock.query('SELECT pg_advisory_lock($1)', [gate]);
    const child = rebuild();
    await eventually(async () => expect(await waiting(lock)).toBe(1), PATIENCE);
    return [lock, child];
  };

  const open = async (lock: pg.PoolClient): Promise<void> => {
    await lock.query('SELECT pg_advisory_unlock_all()');
    lock.release();
  };

  /** Runs `work` while a rebuild waits at a gate, and kills it before that opens. */
  const killedAt = async (gate: number, work: () => Promise<unknown>): Promise<void> => {
    const [lock, killed] = await stoppedAt(gate);
    try {
      await work();
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    } finally {
      await open(lock);
    }
  };

  const filling = async (): Promise<number | null> =>
    (await world.pool.query("SELECT FROM rankings WHERE state = 'filling'")).rowCount;

  /** It looks again and again, as each copy of the service does. */
  const filledBy = (parts: RankingParts): Promise<void> =>
    eventually(async () => {
      await parts.fill.execute();
      expect(await filling()).toBe(0);
    }, PATIENCE);

  const waiting = async (db: pg.PoolClient): Promise<number | null> => (await db.query(WAITING)).rowCount;

  const expectRightBoards = async (): Promise<void> => {
    for (const board of naive)
      for (const period of board.periods()) {
        const entries = await world.entries(board.rule, period);
        expect(entries.map(({ anglerId, score, catchId }) => [anglerId, score, catchId])).toEqual(
          board.ranking(period).map((one) => [one.anglerId, valueOf(one), one.catchId]),
        );
      }
    expect(await filling()).toBe(0);
    expect((await world.pool.query(UNEVEN)).rows).toEqual([]);
    await eventually(async () => expect((await world.pool.query(LOCKED)).rowCount).toBe(0));
  };

  it.each(GATES.map(({ at }, gate) => ({ at, gate })))('leaves $at to a copy of the service', async ({ gate }) => {
    await killedAt(gate, async () => {
      await consume(catchesFrom(100, 160, { version: 2, weightLbs: 130 }));
      await consume(catchesFrom(CATCHES, CATCHES + 60));
      // Returns at once: it neither waits for the rebuild's step nor fills anything beside it.
      await world.copy().fill.execute();
    });
    expect(await filling()).toBeGreaterThan(0);
    await filledBy(world.copy());
    await expectRightBoards();
    await consume(catchesFrom(200, 220, { version: 2, deleted: true }));
    await world.copy().mover.drain();
    await expectRightBoards();
  });

  it('keeps new boards filled while it runs', async () => {
    const late: BoardRule = { ...heaviestOf(BASS), metric: 'longest' };
    naive.push(new NaiveBoard(late));
    naive.at(-1)?.load(catchesFrom(0, CATCHES));
    const [lock, running] = await stoppedAt(0);
    await world.addBoard(late);
    await open(lock);
    expect(await once(running, 'exit')).toEqual([0, null]);
    await expectRightBoards();
  });

  it('is completed by the next run', async () => {
    await killedAt(0, () => consume(catchesFrom(0, 40, { version: 2, weightLbs: 140 })));
    const { rows } = await world.pool.query("SELECT FROM rankings WHERE state = 'filling' AND filled_catches > 0");
    expect(rows).toHaveLength(METRICS.length + 1);
    expect(await once(rebuild(), 'exit')).toEqual([0, null]);
    await expectRightBoards();
  });
});

const WAIT_AT_GATE = `
  CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::bigint);
    RETURN NEW;
  END $$`;

const WAITING = `
  SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'leaderboard-rebuild' AND wait_event_type = 'Lock'`;

const LOCKED = `
  SELECT FROM pg_locks AS held JOIN pg_database ON oid = held.database
  WHERE datname = current_database() AND held.locktype = 'advisory'`;
