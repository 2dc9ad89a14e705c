import { createPool } from '@cds/postgres';
import { eventually, uniqueName } from '@cds/testing';
import { RebuildCatches, type RebuildProgress } from '../src/rebuild/rebuild-catches.js';
import { urlOfOwner } from '../src/rebuild/url-of-owner.js';
import { CatchHarness, reviewer } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const snapshot = async () => {
  const rows = (sql: string) => catches.pool.query(sql).then((result) => result.rows as unknown[]);
  return {
    catches: await rows('SELECT * FROM catches ORDER BY id'),
    verifications: await rows('SELECT * FROM verifications ORDER BY id'),
    indexes: await rows("SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2"),
    total: (await catches.call<{ total: number }>('GET', '/v1/catches')).body.total,
  };
};

describe('rebuilding the read models from the log', () => {
  it('gives the same rows, indexes and totals, while writes go on', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, index) => catches.logged({ notes: `catch ${index}`, external_id: `x-${index}` })),
    );
    const [edited = '', deleted = '', verified = ''] = ids;
    await catches.call('PATCH', `/v1/catches/${edited}`, { weight_lbs: 9 });
    await catches.call('DELETE', `/v1/catches/${deleted}`);
    const asked = await catches.call<{ id: string }>('POST', `/v1/catches/${verified}/verifications`, {
      tier: 'witnessed',
      evidence: { witness: { name: 'Ann' } },
    });
    await catches.call('POST', `/v1/verifications/${asked.body.id}/approve`, undefined, reviewer);
    const before = await snapshot();
    await catches.pool.query(
      `UPDATE catches SET weight_lbs = 1, notes = 'wrong'; DELETE FROM verifications; DELETE FROM catch_counts; DELETE
        FROM catch_count_deltas`,
    );
    const seen: RebuildProgress[] = [];
    await new RebuildCatches(catches.pool, (progress) => seen.push(progress)).run();
    expect(await snapshot()).toEqual(before);
    // What other databases' transactions hold back is handled at the end.
    expect(seen.filter(({ handled, total }) => handled > 44 || total !== 44)).toEqual([]);
  });

  it('loses nothing that is written meanwhile', async () => {
    let isRunning = true;
    const written: string[] = [];
    const writer = async () => {
      while (isRunning) written.push(await catches.logged());
    };
    const writers = [writer(), writer(), writer()];
    await new RebuildCatches(catches.pool, () => undefined).run();
    isRunning = false;
    await Promise.all(writers);
    for (const id of written) expect((await catches.call('GET', `/v1/catches/${id}`)).status).toBe(200);
    expect((await snapshot()).total).toBe(39 + written.length);
  });

  it('lets the catches of renamed species follow the new name once more', async () => {
    const id = await catches.logged({ species: 'walleye' });
    await catches.pool.query(
      'UPDATE species_names SET renamed_at = now(), touched_to = \'["2100-01-01", "catch"]\' WHERE ' +
        "common_name = 'Walleye'",
    );
    const updatedAt = async () =>
      Date.parse(String((await catches.call('GET', `/v1/catches/${id}`)).body['updated_at']));
    const before = await updatedAt();
    await new RebuildCatches(catches.pool, () => undefined).run();
    await eventually(async () => expect(await updatedAt()).toBeGreaterThan(before), { timeoutMs: 10_000 });
  });

  it('leaves the tables to the role that owned them when a superuser runs it', async () => {
    // As after `npm run migrate -- deploy --service-roles`; a blank in its name needs care in a connection string.
    const role = uniqueName('service role');
    const owners = async () =>
      (
        await catches.pool.query<{ tableowner: string }>(
          "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'",
        )
      ).rows.map(({ tableowner }) => tableowner);
    const [superuser = ''] = await owners();
    expect(await urlOfOwner(catches.databaseUrl)).toBe(catches.databaseUrl);
    await catches.pool.query(`CREATE ROLE "${role}"; GRANT ALL ON SCHEMA public TO "${role}"`);
    await catches.pool.query(`DO $$ BEGIN EXECUTE format('GRANT ALL ON DATABASE %I TO "${role}"', current_database());
      END $$`);
    await catches.pool.query(EACH_TABLE_TO, [role]).then(async ({ rows }) => {
      for (const { statement } of rows as { statement: string }[]) await catches.pool.query(statement);
    });
    const pool = createPool(await urlOfOwner(catches.databaseUrl), { applicationName: 'catch-rebuild', max: 4 });
    try {
      await new RebuildCatches(pool, () => undefined).run();
      expect(await owners()).toEqual([role]);
    } finally {
      await pool.end();
      await catches.pool.query(`REASSIGN OWNED BY "${role}" TO "${superuser}"; DROP OWNED BY "${role}";
        DROP ROLE "${role}"`);
    }
  });

  it('still refuses an external_id twice', async () => {
    expect(
      await catches.call('POST', '/v1/catches', { species: 'walleye', weight_lbs: 1, external_id: 'x-5' }),
    ).toMatchObject({ status: 409 });
  });
});

const EACH_TABLE_TO = `
SELECT format('ALTER %s %s OWNER TO %I', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass,
  $1::text) AS statement
FROM pg_class AS c
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') AND NOT EXISTS (
  SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i'))`;
