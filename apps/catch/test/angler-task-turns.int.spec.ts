import { newId } from '@cds/service-kit';
import { eventually } from '@cds/testing';
import { releaseTouches, requestTouches } from '../src/rebuild/follow-renames.js';
import { CatchHarness } from './catch.harness.js';

const LOGGED_AT = '2026-06-01T06:30:00.000Z';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
  // Catches of these anglers take a while, as if they were many more. Each time that one is touched is counted.
  await catches.pool.query(`
    CREATE TABLE touches (angler_id text, catch_id text);
    CREATE FUNCTION touch_slowly() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        PERFORM pg_sleep(split_part(NEW.method, ' ', 2)::float8);
        INSERT INTO touches VALUES (NEW.angler_id, NEW.id);
        RETURN NEW;
      END $$;
    CREATE TRIGGER touch_slowly BEFORE UPDATE ON catches FOR EACH ROW WHEN (NEW.method LIKE 'slow %')
      EXECUTE FUNCTION touch_slowly()`);
});
afterEach(() => catches.pool.query('DELETE FROM angler_tasks; DELETE FROM anglers'));
afterAll(() => catches.stop());

/** An angler of an account with catches that were logged one after the other; each takes so many seconds to touch. */
const angler = async (accountId: string, { count = 1, seconds = 0 } = {}): Promise<string> => {
  const id = newId('angler');
  await catches.pool.query(
    `INSERT INTO anglers (id, account_id, name, is_own, version, created_at, updated_at)
     VALUES ($1, $2, 'Ann', false, 1, $3, $3)`,
    [id, accountId, LOGGED_AT],
  );
  await catches.pool.query(
    `INSERT INTO catches (id, account_id, angler_id, species_id, weight_lbs, caught_at, has_location, method,
       verification_tier, version, created_at, updated_at)
     SELECT $1 || '_' || n, $2, $1, 'spc_slow', 1, $3, false, 'slow ' || $5::float8, 0, 1,
       $3::timestamptz + n * interval '1 ms', $3 FROM generate_series(1, $4::int) AS n`,
    [id, accountId, LOGGED_AT, count, seconds],
  );
  return id;
};
/** Tasks for their new names, all due from now on. */
const renamed = (accountId: string, ids: readonly string[]) =>
  catches.pool.query(
    `INSERT INTO angler_tasks (angler_id, account_id, kind, requested_at, due_at)
     SELECT id, $1, 'rename', now(), now() FROM unnest($2::text[]) AS task (id)`,
    [accountId, ids],
  );
const tasksOf = async (ids: readonly string[]): Promise<number> => {
  const { rows } = await catches.pool.query('SELECT FROM angler_tasks WHERE angler_id = ANY($1)', [ids]);
  return rows.length;
};
const done = (id: string, timeoutMs = 30_000) =>
  eventually(async () => expect(await tasksOf([id])).toBe(0), { timeoutMs });
const touchesOf = async (id: string): Promise<string[]> => {
  const { rows } = await catches.pool.query<{ catch_id: string }>(
    'SELECT catch_id FROM touches WHERE angler_id = $1 ORDER BY catch_id',
    [id],
  );
  return rows.map(({ catch_id: of }) => of);
};

describe('a new name beside those of an account that has very many', () => {
  it('is followed before nearly all of them', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, () => angler('acc_many', { seconds: 0.1 })));
    const bystander = await angler('acc_bystander');
    await renamed('acc_many', many);
    await renamed('acc_bystander', [bystander]);
    await done(bystander);
    expect(await tasksOf(many)).toBeGreaterThan(20);
    await eventually(async () => expect(await tasksOf(many)).toBe(0), { timeoutMs: 20_000 });
  });

  it('is followed before one of them with very many catches, whose turns touch each catch once', async () => {
    const long = await angler('acc_long', { count: 8_000, seconds: 0.002 });
    await renamed('acc_long', [long]);
    await eventually(async () => expect(await touchesOf(long)).not.toEqual([]), { timeoutMs: 10_000 });
    const bystander = await angler('acc_bystander');
    await renamed('acc_bystander', [bystander]);
    await done(bystander);
    expect(await tasksOf([long])).toBe(1);
    await done(long, 45_000);
    const touched = await touchesOf(long);
    expect([touched.length, new Set(touched).size]).toEqual([8_000, 8_000]);
  });

  it('is followed before those of a rebuild, for which no account asked', async () => {
    const waiting = await Promise.all(Array.from({ length: 60 }, () => angler('acc_waiting', { seconds: 0.1 })));
    await requestTouches(catches.pool);
    const bystander = await angler('acc_bystander');
    await releaseTouches(catches.pool);
    await renamed('acc_bystander', [bystander]);
    await done(bystander);
    expect(await tasksOf(waiting)).toBeGreaterThan(20);
  });
});

describe('a new name whose worker died', () => {
  /** Its first three catches of five are done. */
  const leftHalfway = async (id: string) => {
    await renamed('acc_left', [id]);
    await catches.pool.query(
      `UPDATE angler_tasks SET due_at = now() + interval '1 hour', requested_at = $2, touched_to = $3
       WHERE angler_id = $1`,
      [
        id,
        '2026-06-02T00:00:00.007Z',
        {
          place: [new Date(Date.parse(LOGGED_AT) + 3).toISOString(), `${id}_3`],
          requestedAt: '2026-06-02T00:00:00.007Z',
        },
      ],
    );
  };
  const goOn = async (id: string) => {
    await catches.pool.query('UPDATE angler_tasks SET due_at = now() WHERE angler_id = $1', [id]);
    await done(id);
  };
  const all = (id: string) => [1, 2, 3, 4, 5].map((n) => `${id}_${n}`);

  it('is followed from where it was', async () => {
    const id = await angler('acc_left', { count: 5 });
    await leftHalfway(id);
    await catches.pool.query("UPDATE angler_tasks SET lease = 'a dead worker' WHERE angler_id = $1", [id]);
    await goOn(id);
    expect(await touchesOf(id)).toEqual(all(id).slice(3));
  });

  it('is followed by all catches where a copy of the previous release took yet another name', async () => {
    const id = await angler('acc_left', { count: 5 });
    await leftHalfway(id);
    await catches.pool.query('UPDATE angler_tasks SET requested_at = now(), lease = NULL WHERE angler_id = $1', [id]);
    await goOn(id);
    expect(await touchesOf(id)).toEqual(all(id));
  });

  it('is followed by all catches again after a rebuild', async () => {
    const id = await angler('acc_left', { count: 5 });
    await leftHalfway(id);
    await requestTouches(catches.pool);
    const { rows } = await catches.pool.query('SELECT touched_to FROM angler_tasks WHERE angler_id = $1', [id]);
    expect(rows).toEqual([{ touched_to: null }]);
    await releaseTouches(catches.pool);
    await goOn(id);
    expect(await touchesOf(id)).toEqual(all(id));
  });
});
