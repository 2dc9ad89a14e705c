import { inTransaction } from '@cds/postgres';
import { eventually } from '@cds/testing';
import { type BoardRule, heaviestOf, METRICS } from '../src/boards/board.js';
import { CatchChanges } from '../src/catches/catch-changes.store.js';
import { BatchSize } from '../src/entries/move-entries/batch-size.js';
import { Suspects } from '../src/entries/move-entries/suspects.store.js';
import { type BoardsHarness, boardsHarness } from './boards.harness.js';
import { catchFact } from './catch.builders.js';

const LOUD = 'acc_loud';
const QUIET = 'acc_quiet';

/** Of one angler of the account, each heavier than the one before. */
const catchesOf = (accountId: string | null, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    catchFact({
      catchId: `catch_${accountId}_${from + n}`,
      anglerId: `ang_${accountId}`,
      weightLbs: from + n + 1,
      accountId,
    }),
  );

class SteadySize extends BatchSize {
  constructor(private readonly steady: number) {
    super();
  }

  override get value(): number {
    return this.steady;
  }
}

describe('changes of catches that wait', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.clear();
    await world.boards(heaviestOf(null));
  });

  /** Applies batches of `size` changes. */
  const applySome = async (batches: number, size: number): Promise<void> => {
    let begun = 0;
    await world.parts.mover.drain(() => begun++ >= batches, new SteadySize(size));
  };

  const weights = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await world.entries(null)).map(({ anglerId, score }) => [anglerId, score]));

  it('of one account delay its own alone', async () => {
    await world.catchesWaiting(...catchesOf(LOUD, 1_000));
    await world.catchesWaiting(...catchesOf(QUIET, 3));
    await applySome(1, 20);
    expect(await weights()).toEqual({ ang_acc_quiet: 3, ang_acc_loud: 17 });
  });

  it('are all applied while an account of which more wait is paused', async () => {
    await world.catchesWaiting(...catchesOf(LOUD, 3));
    await world.pool.query(
      "INSERT INTO suspected_accounts (account_id, batch_size, due_at) VALUES ($1, 20, now() + interval '1 hour')",
      [LOUD],
    );
    for (const account of ['acc_1', 'acc_2', 'acc_3']) await world.catchesWaiting(...catchesOf(account, 2));
    await world.catchesWaiting(...catchesOf(QUIET, 400));
    await world.copy().mover.drain(undefined, new SteadySize(40));
    expect(await weights()).toEqual({ ang_acc_1: 2, ang_acc_2: 2, ang_acc_3: 2, ang_acc_quiet: 400 });
  });

  it('of suspected accounts have batches between those of all others', async () => {
    const suspects = Array.from({ length: 5 }, (_, n) => `acc_suspect_${n}`);
    await world.pool.query(
      'INSERT INTO suspected_accounts (account_id, batch_size) SELECT id, 20 FROM unnest($1::text[]) AS id',
      [suspects],
    );
    for (const account of suspects) await world.catchesWaiting(...catchesOf(account, 30));
    await world.catchesWaiting(...catchesOf(QUIET, 60));
    await applySome(5, 20);
    // A suspect shares batches again after its own.
    expect(await weights()).toEqual({ ang_acc_suspect_0: 30, ang_acc_suspect_1: 30, ang_acc_quiet: 40 });
    await world.parts.mover.drain();
    expect(Object.values(await weights()).sort()).toEqual([30, 30, 30, 30, 30, 60]);
    expect((await world.pool.query('SELECT FROM suspected_accounts WHERE is_active')).rowCount).toBe(0);
  });

  it('of more accounts than share a batch are all applied in a run, though one of others is paused', async () => {
    await world.pool.query(
      "INSERT INTO suspected_accounts (account_id, batch_size, due_at) VALUES ($1, 20, now() + interval '1 hour')",
      [LOUD],
    );
    const accounts = Array.from({ length: 250 }, (_, n) => `acc_${String(n).padStart(3, '0')}`);
    await world.catchesWaiting(...accounts.flatMap((account) => catchesOf(account, 1)));
    expect(await world.copy().mover.drain()).toBe(250);
  });

  it('of more accounts than share a batch, all of them paused, are left alone', async () => {
    const accounts = Array.from({ length: 120 }, (_, n) => `acc_${String(n).padStart(3, '0')}`);
    await world.pool.query(
      `INSERT INTO suspected_accounts (account_id, batch_size, due_at)
        SELECT id, 20, now() + interval '1 hour' FROM unnest($1::text[]) AS id`,
      [accounts],
    );
    await world.catchesWaiting(...accounts.flatMap((account) => catchesOf(account, 1)));
    await world.catchesWaiting(...catchesOf(QUIET, 3));
    expect(await world.copy().mover.drain()).toBe(3);
    expect(await weights()).toEqual({ ang_acc_quiet: 3 });
  });

  it('of few accounts all share the batch after one of many', async () => {
    const changes = new CatchChanges();
    const accounts = Array.from({ length: 101 }, (_, n) => `acc_${String(n).padStart(3, '0')}`);
    await world.catchesWaiting(...accounts.flatMap((account) => catchesOf(account, 1)));
    await inTransaction(world.pool, (tx) => changes.take(tx, 100));
    for (const account of ['acc_000', 'acc_999']) await world.catchesWaiting(...catchesOf(account, 50, 1));
    const { changes: taken } = await inTransaction(world.pool, (tx) => changes.take(tx, 21));
    const shares = Map.groupBy(taken, ({ accountId }) => accountId);
    expect(Object.fromEntries([...shares].map(([id, { length }]) => [id, length]))).toEqual({
      // What is over goes to the oldest.
      acc_000: 13,
      acc_100: 1,
      acc_999: 7,
    });
  });

  it('of several slow accounts share a fifth of the time', async () => {
    const slow = ['acc_slow_1', 'acc_slow_2', 'acc_slow_3'];
    await world.pool.query(
      `INSERT INTO suspected_accounts (account_id, batch_size, due_at, resting_until)
        SELECT id, 5, now(), now() FROM unnest($1::text[]) AS id`,
      [slow],
    );
    for (const account of slow) await world.catchesWaiting(...catchesOf(account, 20));
    await world.catchesWaiting(...catchesOf(QUIET, 20));
    await world.pool.query(SLOW.replaceAll('slow()', 'slow_ones()').replace('pg_sleep(2.1)', SLEEP_OF_SLOW));
    await world.copy().mover.drain();
    await world.copy().mover.drain();
    await world.pool.query('DROP FUNCTION slow_ones CASCADE');
    expect(await weights()).toEqual({ ang_acc_quiet: 20, ang_acc_slow_1: 5 });
    await world.pool.query('UPDATE suspected_accounts SET resting_until = now()');
    await world.copy().mover.drain();
    expect(await weights()).toEqual({
      ang_acc_quiet: 20,
      ang_acc_slow_1: 5,
      ang_acc_slow_2: 20,
      ang_acc_slow_3: 20,
    });
  });

  it('of accounts that shared slow batches are suspected no longer for it than a minute or so', async () => {
    const suspects = new Suspects(world.pool);
    for (let batch = 0; batch < 20; batch += 1) {
      await suspects.add([LOUD, QUIET], 20, 0);
      await world.pool.query('UPDATE suspected_accounts SET is_active = false');
    }
    const suspicions = async () =>
      (await world.pool.query('SELECT account_id AS id, suspicions FROM suspected_accounts ORDER BY id')).rows;
    expect(await suspicions()).toEqual([
      { id: LOUD, suspicions: 4 },
      { id: QUIET, suspicions: 4 },
    ]);
    await suspects.add([LOUD], 20, 1_000);
    expect(await suspicions()).toContainEqual({ id: LOUD, suspicions: 5 });
  });

  it('are applied though boards are deleted at the same time', async () => {
    await world.ownBoards(QUIET, { ...heaviestOf(null), period: 'year' });
    await world.parts.fill.execute();
    await world.catchesWaiting(...catchesOf(LOUD, 5));
    const deleting = await world.pool.connect();
    await deleting.query('BEGIN');
    await deleting.query('DELETE FROM boards WHERE account_id = $1', [QUIET]);
    const draining = world.parts.mover.drain();
    await eventually(async () => expect((await world.pool.query(BLOCKED)).rowCount).toBe(1));
    await deleting.query('COMMIT');
    deleting.release();
    expect(await draining).toBe(5);
    expect((await world.pool.query('SELECT FROM suspected_accounts')).rowCount).toBe(0);
  });

  it('of a suspected account are applied by one copy at a time', async () => {
    await world.pool.query('INSERT INTO suspected_accounts (account_id, batch_size) VALUES ($1, 5)', [LOUD]);
    await world.catchesWaiting(...catchesOf(LOUD, 100));
    await world.pool.query(SLOW);
    const copies = [world.copy(), world.copy(), world.copy()];
    await Promise.all(copies.map((copy) => copy.mover.drain()));
    await world.pool.query('DROP FUNCTION slow CASCADE');
    expect(await weights()).toEqual({ ang_acc_loud: 5 });
    const { rows } = await world.pool.query<{ pause: number }>(
      'SELECT extract(epoch FROM due_at - suspected_at)::float8 AS pause FROM suspected_accounts',
    );
    expect(rows[0]?.pause).toBeGreaterThan(8);
  });

  it('are applied in turn even one by one', async () => {
    await world.catchesWaiting(...catchesOf(LOUD, 1_000));
    await world.catchesWaiting(...catchesOf(QUIET, 1));
    await applySome(2, 1);
    expect(await weights()).toEqual({ ang_acc_quiet: 1, ang_acc_loud: 1 });
  });

  it('take turns when there are more accounts than share a batch', async () => {
    const accounts = Array.from({ length: 150 }, (_, n) => `acc_${String(n).padStart(3, '0')}`);
    for (const account of accounts) await world.catchesWaiting(...catchesOf(account, 5));
    await applySome(2, 100);
    expect(Object.keys(await weights())).toHaveLength(150);
  });

  it('are applied in the order in which they came within an account', async () => {
    const steps = [3, 9, 5, 7].map((weightLbs, index) =>
      catchFact({ catchId: 'catch_edited', anglerId: 'ang_loud', weightLbs, version: index + 1, accountId: LOUD }),
    );
    for (const step of steps) {
      await world.catchesWaiting(step);
      await world.catchesWaiting(...catchesOf(QUIET, 2, step.version * 2));
    }
    for (const weight of [3, 9, 5, 7]) {
      await applySome(1, 2);
      expect(await weights()).toMatchObject({ ang_loud: weight });
    }
  });

  it('of the previous release, which tell no account, keep their place among those of their catch', async () => {
    const accounts = [LOUD, null, LOUD, null, LOUD];
    for (const [index, accountId] of accounts.entries()) {
      await world.catchesWaiting(...catchesOf(QUIET, 3, index * 3));
      await world.catchesWaiting(
        catchFact({
          catchId: 'catch_edited',
          anglerId: 'ang_loud',
          weightLbs: index + 1,
          version: index + 1,
          accountId,
        }),
      );
    }
    const seen: (number | undefined)[] = [];
    for (let batch = 0; batch < 20; batch += 1) {
      await applySome(1, 1);
      seen.push((await weights())['ang_loud']);
    }
    const steps = seen.filter((weight, index) => weight !== undefined && weight !== seen[index - 1]);
    expect(steps).toEqual([...steps].sort());
    expect(await weights()).toEqual({ ang_loud: 5, ang_acc_quiet: 15 });
  });

  describe('and cannot be applied', () => {
    beforeEach(() => world.pool.query(REFUSE));
    afterEach(() => world.pool.query('DROP FUNCTION refuse_loud CASCADE'));

    it('delay no other account, nor does an error tell of them', async () => {
      await world.catchesWaiting(...catchesOf(LOUD, 60));
      await world.catchesWaiting(...catchesOf(QUIET, 60));
      const copy = world.copy();
      await copy.mover.drain();
      await world.catchesWaiting(...catchesOf(QUIET, 3, 60));
      await world.catchesWaiting(...catchesOf(LOUD, 3, 60));
      await copy.mover.drain();
      expect(await weights()).toEqual({ ang_acc_quiet: 63 });
      await world.pool.query('DROP TRIGGER refuse_loud ON ranked_entries');
      await world.suspectsAreDue();
      await world.parts.mover.drain();
      expect(await weights()).toEqual({ ang_acc_quiet: 63, ang_acc_loud: 63 });
    });

    it('stop nobody when no account is known whose they are', async () => {
      await world.pool.query('DROP TRIGGER refuse_loud ON ranked_entries');
      await world.pool.query(REFUSE.replaceAll('refuse_loud', 'refuse_unknown').replace('ang_acc_loud', 'ang_null'));
      await world.catchesWaiting(...catchesOf(null, 5));
      await world.catchesWaiting(...catchesOf(QUIET, 60));
      await world.parts.mover.drain();
      await world.catchesWaiting(...catchesOf(LOUD, 3));
      await world.parts.mover.drain();
      expect(await weights()).toEqual({ ang_acc_quiet: 60, ang_acc_loud: 3 });
      await world.pool.query('DROP FUNCTION refuse_unknown CASCADE');
    });
  });

  it('are all gone afterwards, each applied once', async () => {
    await Promise.all([LOUD, null, QUIET].map((account) => world.catchesWaiting(...catchesOf(account, 40))));
    const applied = await Promise.all(
      [world.parts.mover, world.copy().mover].map((one) => one.drain(undefined, new SteadySize(7))),
    );
    expect(applied.reduce((sum, count) => sum + count, 0)).toBe(120);
    expect(await inTransaction(world.pool, (tx) => world.parts.changes.take(tx, 1))).toMatchObject({ changes: [] });
    expect(await weights()).toEqual({ ang_acc_loud: 40, ang_null: 40, ang_acc_quiet: 40 });
  });
});

describe('boards that wait for their entries', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(() => world.clear());

  const LOUD_RULES = ['US-TX', 'US-CA', 'US-FL'].flatMap((region) =>
    METRICS.map((metric): BoardRule => ({ ...heaviestOf(null), metric, region })),
  );
  const QUIET_RULE: BoardRule = { ...heaviestOf(null), period: 'year' };

  const isShown = async (accountId: string): Promise<boolean> => {
    const { rowCount } = await world.pool.query(
      `SELECT FROM boards JOIN board_rankings AS shown ON shown.board_id = boards.id WHERE account_id = $1`,
      [accountId],
    );
    return rowCount !== 0;
  };

  it('of an account with few of them go before those of one with many', async () => {
    await world.catches(...catchesOf(LOUD, 500).map((fact) => ({ ...fact, region: 'US-TX' })));
    await world.ownBoards(LOUD, ...LOUD_RULES);
    for (let step = 0; step < 3; step += 1) await world.fillSome();
    await world.ownBoards(QUIET, QUIET_RULE);
    while (!(await isShown(QUIET))) await world.fillSome();
    expect(await isShown(LOUD)).toBe(false);
    await world.parts.fill.execute();
    expect(await isShown(LOUD)).toBe(true);
    expect(await world.entries({ ...heaviestOf(null), region: 'US-TX' })).toEqual(
      await world.entries(QUIET_RULE, '2026'),
    );
  });

  it('do not wait for those that no board wants any more', async () => {
    await world.catches(...catchesOf(LOUD, 500));
    await world.ownBoards(LOUD, ...LOUD_RULES);
    await world.parts.keeper.make();
    await world.pool.query('DELETE FROM board_jobs');
    await world.pool.query('DELETE FROM boards WHERE account_id = $1', [LOUD]);
    await world.ownBoards(QUIET, QUIET_RULE);
    while ((await world.pool.query("SELECT FROM rankings WHERE state = 'live'")).rowCount === 0) await world.fillSome();
    const { rows } = await world.pool.query("SELECT filled_angler_id FROM rankings WHERE state = 'filling'");
    expect(rows).toEqual(LOUD_RULES.map(() => ({ filled_angler_id: '' })));
    await world.parts.fill.execute();
    expect(await isShown(QUIET)).toBe(true);
  });

  it('of an account with many of them are due after as many minutes, whatever others make', async () => {
    await world.catches(...catchesOf(LOUD, 500));
    await world.ownBoards(LOUD, ...LOUD_RULES);
    await world.pool.query('UPDATE board_jobs SET requested_at = requested_at - make_interval(mins => $1)', [
      LOUD_RULES.length,
    ]);
    await world.fillSome();
    for (let made = 0; !(await isShown(LOUD)) && made < 200; made += 1) {
      if (made < 20) await world.ownBoards(`acc_${made}`, { ...QUIET_RULE, region: `US-${made}` });
      await world.fillSome();
    }
    expect(await isShown(LOUD)).toBe(true);
    expect(await isShown('acc_19')).toBe(false);
  });

  it('are filled while more changes wait than a batch applies', async () => {
    await world.catchesWaiting(...catchesOf(LOUD, 5_000));
    await world.ownBoards(QUIET, QUIET_RULE);
    await world.copy().fill.execute();
    expect(await isShown(QUIET)).toBe(true);
    expect((await world.pool.query('SELECT FROM catch_changes')).rowCount).toBeGreaterThan(1_000);
    await world.parts.mover.drain();
    expect(await world.entries(QUIET_RULE, '2026')).toHaveLength(1);
  });
});

describe('the events of the boards of an account', () => {
  let world: BoardsHarness;
  beforeAll(async () => {
    world = await boardsHarness();
  });
  afterAll(() => world.close());
  beforeEach(() => world.clear());

  const eventsOf = async (owner: string | null): Promise<number> => {
    const { rows } = await world.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM events JOIN boards ON boards.id = split_part(stream_id, '/', 1)
        WHERE account_id IS NOT DISTINCT FROM $1`,
      [owner],
    );
    return rows[0]?.count ?? 0;
  };

  it('are bounded, and those of others and of standard boards are not', async () => {
    const rule: BoardRule = { ...heaviestOf(null), metric: 'catch_count' };
    await world.boards(rule);
    await world.ownBoards(LOUD, rule, { ...rule, period: 'year' });
    await world.ownBoards(QUIET, rule);
    await world.parts.fill.execute();
    await world.pool.query("INSERT INTO board_event_rates VALUES ($1, now() + interval '1 hour' / 7200 * 19999)", [
      LOUD,
    ]);
    await world.catches(...catchesOf(LOUD, 5));
    const before = [await eventsOf(LOUD), await eventsOf(QUIET), await eventsOf(null)];
    await world.catches(...catchesOf(LOUD, 5, 5));
    const after = [await eventsOf(LOUD), await eventsOf(QUIET), await eventsOf(null)];
    // Each catch moves an entry, and the first one makes a leader.
    expect([before, after]).toEqual([
      [12, 6, 6],
      [12, 11, 11],
    ]);
    expect((await world.entries({ ...rule, period: 'year' }, '2026')).map(({ score }) => score)).toEqual([10]);
    await world.pool.query("UPDATE board_event_rates SET spent_until = now() + interval '1 hour' / 7200 * 19999");
    await world.catches(...catchesOf(LOUD, 1, 10));
    expect(await eventsOf(LOUD)).toBe(14);
  });

  it('are left out for one other account whose catches cause many, and go on for everybody else', async () => {
    const rule: BoardRule = { ...heaviestOf(null), metric: 'catch_count' };
    await world.ownBoards(QUIET, rule);
    await world.parts.fill.execute();
    await world.pool.query("INSERT INTO board_event_rates VALUES ($1, now() + interval '1 hour' / 1800 * 4999)", [
      `${QUIET}/${LOUD}`,
    ]);
    await world.catches(...catchesOf(LOUD, 5));
    const first = await eventsOf(QUIET);
    await world.catches(...catchesOf(LOUD, 5, 5));
    expect([first, await eventsOf(QUIET)]).toEqual([6, 6]);
    await world.catches(...catchesOf(QUIET, 1), ...catchesOf('acc_third', 1));
    expect(await eventsOf(QUIET)).toBe(8);
    expect((await world.entries(rule)).map(({ score }) => score)).toEqual([10, 1, 1]);
    const { rows } = await world.pool.query('SELECT account_id FROM board_event_rates ORDER BY account_id');
    expect(rows.map((row: { account_id: string }) => row.account_id)).toEqual(
      [QUIET, `${QUIET}/${LOUD}`, `${QUIET}/acc_third`].toSorted(),
    );
  });
});

const REFUSE = `
  CREATE FUNCTION refuse_loud() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'too slow' USING ERRCODE = '57014';
  END $$;
  CREATE TRIGGER refuse_loud BEFORE INSERT ON ranked_entries FOR EACH ROW WHEN (NEW.angler_id = 'ang_acc_loud')
    EXECUTE FUNCTION refuse_loud();`;

const BLOCKED = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%FOR KEY SHARE%'`;

/** A statement with entries of a slow angler takes long. */
const SLEEP_OF_SLOW = "pg_sleep(2.1) FROM ranked_entries WHERE angler_id LIKE 'ang_acc_slow%' LIMIT 1";

const SLOW = `
  CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2.1); RETURN NULL; END $$;
  CREATE TRIGGER slow AFTER INSERT OR UPDATE ON ranked_entries FOR EACH STATEMENT EXECUTE FUNCTION slow();`;
