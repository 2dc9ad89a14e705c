import { HeavyReads } from '@cds/postgres';
import { eventually } from '@cds/testing';
import { identityHeaders, testCaller } from '@cds/testing/identity';
import type { ExportView } from '../src/exports/export-view.js';
import { OWNER } from './catch.builders.js';
import { CatchHarness, type ListPage, owner } from './catch.harness.js';

/** Lists with this filter take so long for each catch over a pound; see `SLOW_FILTERS`. */
const SLOW = 'min_weight_lbs=0.125';
const VERY_SLOW = 'min_weight_lbs=0.25';

/** The operator of the filter by weight, slowed down for two values. */
const SLOW_FILTERS = `
CREATE SCHEMA slow;
CREATE FUNCTION slow.at_least(float8, float8) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF $1 > 1 THEN PERFORM pg_sleep(CASE $2 WHEN 0.125 THEN 0.3 WHEN 0.25 THEN 5 ELSE 0 END); END IF;
  RETURN float8ge($1, $2);
END $$;
CREATE OPERATOR slow.>= (LEFTARG = float8, RIGHTARG = float8, FUNCTION = slow.at_least);
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET search_path = slow, pg_catalog, public', current_database());
END $$`;

let catches: CatchHarness;
beforeAll(async () => {
  // Of three at once an account has two.
  catches = await CatchHarness.start({ env: { DATABASE_HEAVY_READS: '3' } });
  await catches.pool.query(SLOW_FILTERS);
  await catches.logged();
  // Connections that were opened before do not know the slow operator.
  await catches.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'catch%'`);
  await eventually(() => catches.listed('total=true'));
});
afterAll(() => catches.stop());

const activeReads = async (): Promise<string[]> => {
  const { rows } = await catches.pool.query<{ application_name: string }>(
    `SELECT application_name FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND application_name LIKE 'catch-%reads'`,
  );
  return rows.map(({ application_name: name }) => name);
};
const list = (query: string) => catches.call<ListPage>('GET', `/v1/catches?${query}`);

describe('thirty slow counts by one account', () => {
  it('wait for each other, two at once, while writes and plain reads of others go on', async () => {
    const lists = Array.from({ length: 30 }, (_, index) => list(`${SLOW}&max_weight_lbs=${20 + index}`));
    let [isOver, most] = [false, 0];
    const all = Promise.all(lists).finally(() => (isOver = true));
    await eventually(async () => expect(await activeReads()).toContain('catch-heavy-reads'));
    while (!isOver) {
      const counts = (await activeReads()).filter((name) => name === 'catch-heavy-reads').length;
      most = Math.max(most, counts);
      const written = await catches.call('POST', '/v1/catches', { species: 'walleye', weight_lbs: 0.01 });
      expect(written.status).toBe(201);
      const other = testCaller({ ...owner, accountId: `${OWNER.slice(0, -1)}7` });
      expect((await catches.call('GET', '/v1/catches?per_page=10', undefined, other)).status).toBe(200);
    }
    const answers = await all;
    expect(most).toBeLessThanOrEqual(2);
    for (const { status, headers, body } of answers) {
      if (status === 200) expect(body.total).toBe(1);
      else {
        expect([status, body]).toEqual([429, expect.objectContaining({ code: 'limit.heavy_reads' })]);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  }, 60_000);
});

it('a count of another account does not wait behind those of one that has very many', async () => {
  const other = testCaller({ ...owner, accountId: `${OWNER.slice(0, -1)}8` });
  const many = Promise.all(Array.from({ length: 40 }, (_, index) => list(`${SLOW}&max_weight_lbs=${60 + index}`)));
  await eventually(async () => expect(await activeReads()).toContain('catch-heavy-reads'));
  const counted = await catches.call<ListPage>('GET', `/v1/catches?${SLOW}&max_weight_lbs=59`, undefined, other);
  expect([counted.status, counted.body.total]).toEqual([200, 1]);
  await many;
}, 60_000);

it('an export of a search waits until its account reads less', async () => {
  const reads = catches.app.get(HeavyReads);
  let free = (): void => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  const blocking = Promise.all([1, 2].map(() => reads.run(owner.accountId, () => freed)));
  const { status, body } = await catches.call<ExportView>('POST', '/v1/catches/export', {
    format: 'ndjson',
    filter: { q: 'rocks' },
  });
  expect(status).toBe(202);
  const given = () =>
    catches.pool.query("SELECT status FROM exports WHERE id = $1 AND status = 'running' AND lease IS NULL", [body.id]);
  await eventually(async () => expect((await given()).rows).toHaveLength(1), { timeoutMs: 15_000 });
  free();
  await blocking;
  expect(await catches.ended(`/v1/exports/${body.id}`)).toMatchObject({ status: 'completed' });
}, 60_000);

describe('a caller that hangs up', () => {
  it('leaves no query behind', async () => {
    const caller = new AbortController();
    const asked = fetch(`${catches.url}/v1/catches?${VERY_SLOW}`, {
      headers: identityHeaders('catch', owner),
      signal: caller.signal,
    });
    const outcome = asked.catch((error: unknown) => (error as Error).name);
    await eventually(async () => expect((await activeReads()).sort()).toEqual(['catch-heavy-reads', 'catch-reads']));
    caller.abort();
    expect(await outcome).toBe('AbortError');
    await eventually(async () => expect(await activeReads()).toEqual([]), { timeoutMs: 3_000 });
    expect((await list('min_weight_lbs=1')).status).toBe(200);
  });

  it('takes nothing from another one who waits for the same count', async () => {
    const caller = new AbortController();
    const query = `${SLOW}&max_weight_lbs=9`;
    const left = fetch(`${catches.url}/v1/catches?${query}`, {
      headers: identityHeaders('catch', owner),
      signal: caller.signal,
    }).catch(() => undefined);
    const [first, second] = [list(query), list(query)];
    await eventually(async () => expect(await activeReads()).toContain('catch-heavy-reads'));
    caller.abort();
    await left;
    expect([(await first).body.total, (await second).body.total]).toEqual([1, 1]);
  });

  it.each([
    ['the history of a catch', (id: string) => `/v1/catches/${id}/history`],
    ['a catch as of a time', (id: string) => `/v1/catches/${id}?as_of=${new Date().toISOString()}`],
  ])('leaves no query behind that reads %s', async (_what, pathOf) => {
    const path = pathOf(await catches.logged());
    const writer = await catches.pool.connect();
    await writer.query('BEGIN; LOCK TABLE stream_snapshots IN ACCESS EXCLUSIVE MODE');
    const caller = new AbortController();
    const asked = fetch(`${catches.url}${path}`, { headers: identityHeaders('catch', owner), signal: caller.signal });
    const outcome = asked.catch((error: unknown) => (error as Error).name);
    await eventually(async () => expect(await activeReads()).toEqual(['catch-reads']));
    caller.abort();
    expect(await outcome).toBe('AbortError');
    await eventually(async () => expect(await activeReads()).toEqual([]), { timeoutMs: 3_000 });
    await writer.query('ROLLBACK');
    writer.release();
    expect((await catches.call('GET', path)).status).toBe(200);
  });

  it('leaves no query behind that asks what the words of a search mean', async () => {
    const writer = await catches.pool.connect();
    await writer.query('BEGIN; LOCK TABLE catch_words IN ACCESS EXCLUSIVE MODE');
    const caller = new AbortController();
    const asked = fetch(`${catches.url}/v1/catches?q=rocks`, {
      headers: identityHeaders('catch', owner),
      signal: caller.signal,
    });
    const outcome = asked.catch((error: unknown) => (error as Error).name);
    await eventually(async () => expect(await activeReads()).toEqual(['catch-heavy-reads']));
    caller.abort();
    expect(await outcome).toBe('AbortError');
    await eventually(async () => expect(await activeReads()).toEqual([]), { timeoutMs: 3_000 });
    await writer.query('ROLLBACK');
    writer.release();
    expect((await list('q=rocks')).status).toBe(200);
  });
});
