import { createPool } from '@cds/postgres';
import { eventually } from '@cds/testing';
import type pg from 'pg';
import { earlierErasures, lateErasures } from '../src/rebuild/late-erasures.js';
import { RebuildCatches } from '../src/rebuild/rebuild-catches.js';
import { CatchHarness, reviewer } from './catch.harness.js';

let catches: CatchHarness;
let rebuildPool: pg.Pool;
beforeAll(async () => {
  catches = await CatchHarness.start();
  rebuildPool = createPool(catches.databaseUrl, {
    applicationName: 'catch-rebuild',
    max: 2,
    statementTimeoutMs: 0,
  });
  // Building an index takes a while, as with many rows.
  await catches.pool.query(`
    CREATE FUNCTION slowly(id text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.002); RETURN id; END $$;
    CREATE INDEX catches_slow_idx ON catches (slowly(id));
    ALTER TABLE catches SET (fillfactor = 90);
    ALTER TABLE catches ALTER COLUMN weight_lbs SET STATISTICS 500;
    ALTER TABLE catches ADD CONSTRAINT catches_weight_check CHECK (weight_lbs > 0)`);
  for (let count = 0; count < 300; count += 20) await Promise.all(Array.from({ length: 20 }, () => catches.logged()));
});
afterAll(async () => {
  await rebuildPool.end();
  await catches.stop();
});

const rebuild = (onProgress: () => void = () => undefined) => new RebuildCatches(rebuildPool, onProgress).run();

/** Does something again and again until the rebuild has ended; answers the longest that it took once. */
const during = async (rebuilding: Promise<unknown>, act: () => Promise<unknown>): Promise<number> => {
  let [isRunning, longestMs] = [true, 0];
  const ended = rebuilding.finally(() => (isRunning = false));
  while (isRunning) {
    const startedAt = performance.now();
    await act();
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
  await ended;
  return longestMs;
};

const LONG_WRITERS = `
SELECT query FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND backend_xid IS NOT NULL
  AND xact_start < now() - interval '1 second'`;

const counted = async () => {
  const { rows } = await catches.pool.query<{ kept: number; real: number }>(`
    SELECT (SELECT count FROM catch_counts WHERE species_id = '*' AND verification_tier = -1)::int
      + coalesce((SELECT sum(delta) FROM catch_count_deltas), 0)::int AS kept,
      (SELECT count(*)::int FROM catches) AS real`);
  return rows[0];
};

const allOf = async (batches: AsyncIterable<readonly string[]>): Promise<string[]> => {
  const all: string[] = [];
  for await (const ids of batches) all.push(...ids);
  return all;
};

/** The end of the log, so that everything after it is late. */
const reachedNow = async () => {
  const { rows } = await catches.pool.query<{ transaction_id: string; position: string }>(
    'SELECT transaction_id, position FROM events ORDER BY transaction_id DESC, position DESC LIMIT 1',
  );
  return { transactionId: BigInt(rows[0]?.transaction_id ?? 0), position: BigInt(rows[0]?.position ?? 0) };
};

const definition = async () => {
  const { rows } = await catches.pool.query<Record<string, unknown>>(`
    SELECT reloptions,
      (SELECT array_agg(indexdef ORDER BY indexname) FROM pg_indexes WHERE tablename = 'catches') AS indexes,
      (SELECT array_agg(pg_get_constraintdef(oid) ORDER BY conname) FROM pg_constraint
        WHERE conrelid = 'catches'::regclass) AS constraints,
      (SELECT attstattarget FROM pg_attribute WHERE attrelid = 'catches'::regclass AND attname = 'weight_lbs') AS target
    FROM pg_class WHERE oid = 'catches'::regclass`);
  return rows[0];
};

describe('a rebuild whose indexes take long to build', () => {
  it('keeps no writer waiting and no transaction writing for long, and loses nothing', async () => {
    const [before, written, long]: [unknown, string[], unknown[]] = [await definition(), [], []];
    const rebuilding = rebuild();
    const pauses = await Promise.all([
      ...Array.from({ length: 4 }, () => during(rebuilding, async () => written.push(await catches.logged()))),
      during(rebuilding, async () => {
        await catches.call('PATCH', `/v1/catches/${written[0] ?? (await catches.logged())}`, {
          notes: `${Math.random()}`,
        });
      }),
      during(rebuilding, async () => long.push(...(await catches.pool.query<{ query: string }>(LONG_WRITERS)).rows)),
    ]);
    expect(Math.max(...pauses)).toBeLessThan(2_000);
    expect(long).toEqual([]);
    expect(written.length).toBeGreaterThan(50);
    const { rows } = await catches.pool.query('SELECT id FROM catches WHERE id = ANY($1)', [written]);
    expect(rows).toHaveLength(written.length);
    const totals = await counted();
    expect(totals?.kept).toBe(totals?.real);
    expect(await definition()).toEqual(before);
    await catches.pool.query('DROP INDEX catches_slow_idx');
  });

  it('succeeds beside an import, which succeeds too', async () => {
    const row = '{"species":"walleye","weight_lbs":3}\n';
    const { body } = await catches.imported(row.repeat(1_500));
    await Promise.all([rebuild(), catches.ended(`/v1/imports/${body.id}`)]);
    expect(await catches.ended(`/v1/imports/${body.id}`)).toMatchObject({ status: 'completed', accepted: 1_500 });
    const totals = await counted();
    expect(totals?.kept).toBe(totals?.real);
  });
});

describe('a rebuild that was cut off', () => {
  it('leaves what serves as it was, and the next one continues', async () => {
    const { rows: log } = await catches.pool.query<{ count: number }>('SELECT count(*)::int FROM events');
    const before = await counted();
    await expect(
      rebuild(() => {
        throw new Error('cut off');
      }),
    ).rejects.toThrow('cut off');
    expect(await counted()).toEqual(before);
    const id = await catches.logged();
    let handled = 0;
    await new RebuildCatches(rebuildPool, (progress) => (handled = progress.handled)).run();
    expect(handled).toBeLessThan(log[0]?.count ?? 0);
    expect((await catches.call('GET', `/v1/catches/${id}`)).status).toBe(200);
    expect(await counted()).toEqual({ kept: (before?.kept ?? 0) + 1, real: (before?.real ?? 0) + 1 });
  });

  it('begins anew when a migration has changed the tables meanwhile', async () => {
    await expect(
      rebuild(() => {
        throw new Error('cut off');
      }),
    ).rejects.toThrow('cut off');
    await catches.pool.query('ALTER TABLE catches ADD COLUMN zz int DEFAULT 7');
    await rebuild();
    const { rows } = await catches.pool.query('SELECT DISTINCT zz FROM catches');
    expect(rows).toEqual([{ zz: 7 }]);
  });
});

describe('a rebuild during which the angler of a deleted catch is erased', () => {
  const NOTHING = { evidence: { photos: [], witness: null, certificate_number: null }, reason: null };
  const SAID = { evidence: { witness: { name: 'Secret Ann' } }, reason: 'Zelda cheats' };

  const rejectedOf = async (anglerId: string) => {
    const catchId = await catches.logged({ angler_id: anglerId });
    const { body } = await catches.call<{ id: string }>('POST', `/v1/catches/${catchId}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Secret Ann' } },
    });
    await catches.call('POST', `/v1/verifications/${body.id}/reject`, { reason: 'Zelda cheats' }, reviewer);
    return { catchId, id: body.id };
  };
  const deletedOf = async (anglerId: string) => {
    const rejected = await rejectedOf(anglerId);
    await catches.call('DELETE', `/v1/catches/${rejected.catchId}`);
    return rejected;
  };
  const newAngler = async () => (await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Zelda' })).body.id;
  const found = async (table: string, ...ids: string[]) =>
    (await catches.pool.query(`SELECT evidence, reason FROM ${table} WHERE id = ANY($1)`, [ids])).rows;
  const cutOff = () =>
    expect(
      new RebuildCatches(rebuildPool, ({ handled, total }) => {
        if (handled === total) throw new Error('cut off');
      }).run(),
    ).rejects.toThrow('cut off');

  it('brings nothing of them back', async () => {
    const angler = await newAngler();
    const ids = [(await deletedOf(angler)).id, (await rejectedOf(angler)).id];
    await cutOff();
    expect(await found('rebuild.verifications', ...ids)).toMatchObject([SAID, SAID]);
    await catches.call('DELETE', `/v1/anglers/${angler}`);
    await eventually(async () => expect(await found('verifications', ...ids)).toEqual([NOTHING, NOTHING]));
    await rebuild();
    expect(await found('verifications', ...ids)).toEqual([NOTHING, NOTHING]);
  });

  it('finds what is emptied last among the catches of anglers erased meanwhile, and looks at no others', async () => {
    const [erasedBefore, erasedLast, kept] = [await newAngler(), await newAngler(), await newAngler()];
    const [before, last] = [await deletedOf(erasedBefore), await deletedOf(erasedLast), await deletedOf(kept)];
    await cutOff();
    await catches.call('DELETE', `/v1/anglers/${erasedBefore}`);
    await eventually(async () => expect(await found('verifications', before.id)).toEqual([NOTHING]));
    await catches.pool.query('UPDATE anglers SET erasure_finished_at = now() WHERE id = $1', [erasedBefore]);
    await catches.pool.query("DELETE FROM angler_tasks WHERE kind = 'erase' AND angler_id = $1", [erasedBefore]);
    const reached = await reachedNow();
    expect(await allOf(earlierErasures(rebuildPool))).toEqual([before.catchId]);
    expect(await lateErasures(rebuildPool, reached)).toEqual([]);
    await catches.call('DELETE', `/v1/anglers/${erasedLast}`);
    await eventually(async () => expect(await found('verifications', last.id)).toEqual([NOTHING]));
    expect(await lateErasures(rebuildPool, reached)).toEqual([last.catchId]);
    await rebuild();
    expect(await found('verifications', before.id, last.id)).toEqual([NOTHING, NOTHING]);
  });

  it('loses what an erasure empties that was at work before, and what is deleted meanwhile', async () => {
    const [angler, other] = [await newAngler(), await newAngler()];
    const [deleted, alive] = [await deletedOf(angler), await rejectedOf(other)];
    await cutOff();
    expect(await found('rebuild.verifications', deleted.id)).toMatchObject([SAID]);
    await catches.pool.query('UPDATE anglers SET erased_at = now() WHERE id = $1', [angler]);
    const reached = await reachedNow();
    expect(await allOf(earlierErasures(rebuildPool))).toEqual([]);
    await catches.pool.query('UPDATE events SET personal = NULL WHERE stream_id = $1', [deleted.catchId]);
    await catches.call('DELETE', `/v1/catches/${alive.catchId}`);
    expect(await lateErasures(rebuildPool, reached)).toEqual([deleted.catchId]);
    await catches.call('DELETE', `/v1/anglers/${other}`);
    await eventually(async () => expect(await found('verifications', alive.id)).toEqual([NOTHING]));
    await rebuild();
    expect(await found('verifications', deleted.id, alive.id)).toEqual([NOTHING, NOTHING]);
  });
});

describe('a rebuild where very many anglers were renamed', () => {
  it('keeps no writer waiting for their tasks, and has their catches moved after the swap', async () => {
    const { body: angler } = await catches.call<{ id: string }>('POST', '/v1/anglers', { name: 'Ada' });
    const id = await catches.logged({ angler_id: angler.id });
    await catches.call('PATCH', `/v1/anglers/${angler.id}`, { name: 'Ada Lovelace' });
    // To add a task takes a while, as with many rows.
    await catches.pool.query(`
      INSERT INTO anglers (id, account_id, name, is_own, version, created_at, updated_at)
        SELECT 'ang_renamed' || n, 'acc_many', 'Ann', false, 1, now(), now() FROM generate_series(1, 600) AS n;
      CREATE FUNCTION slow_task() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(0.004); RETURN NEW; END $$;
      CREATE TRIGGER slow_task BEFORE INSERT ON angler_tasks FOR EACH ROW EXECUTE FUNCTION slow_task()`);
    const updatedAt = async () =>
      Date.parse(String((await catches.call('GET', `/v1/catches/${id}`)).body['updated_at']));
    const before = await updatedAt();
    const rebuilding = rebuild();
    expect(await during(rebuilding, () => catches.logged())).toBeLessThan(2_000);
    await catches.pool.query('DROP TRIGGER slow_task ON angler_tasks');
    await eventually(async () => expect(await updatedAt()).toBeGreaterThan(before), { timeoutMs: 30_000 });
    await eventually(async () => expect(await catches.count("angler_tasks WHERE kind = 'rename'")).toBe(0), {
      timeoutMs: 30_000,
    });
  });
});

describe('a rebuild beside a transaction that holds the catches', () => {
  it('lets others pass, and swaps when it is over', async () => {
    const holder = await catches.pool.connect();
    await holder.query('BEGIN; SELECT count(*) FROM catches');
    const rebuilding = rebuild();
    const pause = during(rebuilding, () => catches.logged());
    await eventually(
      async () => {
        const { rowCount } = await rebuildPool.query(
          "SELECT FROM pg_stat_activity WHERE application_name = 'catch-rebuild' AND wait_event_type = 'Lock'",
        );
        expect(rowCount).toBe(1);
      },
      { timeoutMs: 30_000 },
    );
    await holder.query('COMMIT');
    holder.release();
    await rebuilding;
    expect(await pause).toBeLessThan(2_000);
  });
});
