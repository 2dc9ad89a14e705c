import { createPool, inTransaction } from '@cds/postgres';
import type pg from 'pg';
import { type BoardRule, heaviestOf, METRICS } from '../src/boards/board.js';
import { BatchSize } from '../src/entries/move-entries/batch-size.js';
import { takeWriterLock } from '../src/entries/rankings/writer-lock.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { numberedCatch } from './catch.builders.js';
import { UNEVEN } from './uneven-periods.sql.js';

const A_BATCH = 30;

/** So small that all changes are many batches, each of several groups. */
class SmallBatches extends BatchSize {
  override get value(): number {
    return A_BATCH;
  }

  override get group(): number {
    return 40;
  }
}

const RULES: readonly BoardRule[] = METRICS.flatMap((metric) => [
  { ...heaviestOf(null), metric },
  { ...heaviestOf(null), metric, period: 'month' as const },
]);
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];

/** Those of two batches are of one month, and those of the next two of another. */
const monthOf = (n: number): string => MONTHS[Math.floor(n / (2 * A_BATCH)) % MONTHS.length] ?? '';
const caughtIn = (n: number) =>
  numberedCatch(n, 25, {
    verificationTier: 'photo',
    caughtAt: new Date(`${monthOf(n)}-05T06:00:00.000Z`),
  });
const KNOWN = Array.from({ length: 8 * A_BATCH }, (_, n) => caughtIn(n));
const WAITING = Array.from({ length: 10 * A_BATCH }, (_, n) => caughtIn(8 * A_BATCH + n));

const ADVISORY_LOCKS = `
  SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const HAND_OVER = 'COMMIT AND CHAIN';

type Query = (...args: unknown[]) => unknown;

describe('batches of changes, of which the next one is looked up while one is written', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());

  const begin = async (): Promise<void> => {
    await world.clear();
    await world.boards(...RULES);
    await world.catches(...KNOWN);
    await world.catchesWaiting(...WAITING);
  };

  /** Applies all changes with at most so many connections. `replace` may send another statement in place of one. */
  const apply = async (
    max: number,
    replace: (text: string, nth: number) => string | undefined = () => undefined,
    isOver?: () => boolean,
  ) => {
    const pool = createPool(world.databaseUrl, { applicationName: 'moves', max });
    const seen = new Map<string, number>();
    const count = (text: string): number => {
      seen.set(text, (seen.get(text) ?? 0) + 1);
      return seen.get(text) ?? 0;
    };
    pool.on('connect', (client) => {
      const query = (client as pg.PoolClient).query.bind(client) as Query;
      client.query = ((...args: unknown[]) => {
        const [first] = args as [string | { name?: string; text?: string }];
        const text = typeof first === 'string' ? first : (first.name ?? first.text ?? '');
        const name = text.includes(HAND_OVER) ? HAND_OVER : text;
        const other = replace(name, count(name));
        return other === undefined ? query(...args) : query(other);
      }) as typeof client.query;
    });
    try {
      await world.copy(pool).mover.drain(isOver, new SmallBatches());
    } finally {
      await pool.end();
    }
    return { handOvers: seen.get(HAND_OVER) ?? 0, batches: seen.get('remove-catch-changes') ?? 0 };
  };

  const entries = async () =>
    Promise.all(
      RULES.flatMap((rule) =>
        (rule.period === 'month' ? MONTHS : ['all']).map(async (period) =>
          (await world.entries(rule, period)).map(({ previousRank: _previous, ...entry }) => entry),
        ),
      ),
    );

  const waiting = async (db: Pick<pg.Pool, 'query'> = world.pool): Promise<number> =>
    (await db.query('SELECT FROM catch_changes')).rowCount ?? 0;

  /** What they make one after the other, each with nothing looked up before it. */
  const alone = async () => {
    await begin();
    expect(await apply(1)).toEqual({ handOvers: 0, batches: 10 });
    return entries();
  };

  const expectTheRest = async (expected: Awaited<ReturnType<typeof entries>>): Promise<void> => {
    expect((await world.pool.query(ADVISORY_LOCKS)).rows).toEqual([]);
    await apply(4);
    expect(await entries()).toEqual(expected);
    expect((await world.pool.query(UNEVEN)).rows).toEqual([]);
  };

  it('come to the same entries, and the lock goes from one transaction to the next', async () => {
    const expected = await alone();
    await begin();
    expect(await apply(4)).toEqual({ handOvers: 9, batches: 10 });
    expect(await entries()).toEqual(expected);
    expect((await world.pool.query(UNEVEN)).rows).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('let others have the lock that wait for it', async () => {
    await begin();
    const left: Promise<number>[] = [];
    let begun = 0;
    await apply(4, undefined, () => {
      begun += 1;
      if (begun === 3)
        left.push(
          inTransaction(world.pool, async (tx) => {
            await takeWriterLock(tx);
            return waiting(tx);
          }),
        );
      return false;
    });
    expect((await Promise.all(left))[0]).toBeGreaterThan(4 * A_BATCH);
    expect(await waiting()).toBe(0);
  });

  it('end when they are to end', async () => {
    await begin();
    let begun = 0;
    await apply(4, undefined, () => begun++ >= 3);
    expect(await waiting()).toBe(WAITING.length - 3 * A_BATCH);
  });

  it('that are committed stay so when one fails, which lets the lock go', async () => {
    const expected = await alone();
    await begin();
    const failing = (name: string, nth: number) =>
      name === 'remove-catch-changes' && nth === 4 ? 'SELECT FROM no_such_table' : undefined;
    await expect(apply(4, failing)).rejects.toThrow('relation "no_such_table" does not exist');
    expect(await waiting()).toBe(WAITING.length - 3 * A_BATCH);
    await expectTheRest(expected);
  });

  it.each([
    ['a session that ends before', 'SELECT pg_terminate_backend(pg_backend_pid())', 3],
    ['a session that ends after', `${HAND_OVER}; SELECT pg_terminate_backend(pg_backend_pid())`, 2],
    ['a statement that fails before', `SELECT pg_advisory_lock(hashtext('rankings')); SELECT FROM no_such_table`, 3],
    [
      'a statement that fails after',
      `SELECT pg_advisory_lock(hashtext('rankings')); ${HAND_OVER}; SELECT FROM no_such_table`,
      2,
    ],
  ])('lose nothing by %s the commit between them', async (_, text, left) => {
    const expected = await alone();
    await begin();
    await expect(apply(4, (name, nth) => (name === HAND_OVER && nth === 8 ? text : undefined))).rejects.toThrow();
    expect(await waiting()).toBe(left * A_BATCH);
    await expectTheRest(expected);
  });
});
