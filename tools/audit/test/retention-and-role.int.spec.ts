import { databaseOf, ensureServiceRole } from '@cds/migrate';
import { createPool } from '@cds/postgres';
import { eventually } from '@cds/testing';
import { type ChainHarness, startChain } from './chain.harness.js';

let log: ChainHarness;
beforeEach(async () => void (log = await startChain()));
afterEach(() => log.stop());

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const remove = async (olderThan: string, most = 1_000): Promise<number> =>
  (await log.pool.query<{ removed: number }>('SELECT remove_audit_entries($1, $2) AS removed', [olderThan, most]))
    .rows[0]?.removed ?? 0;

const kept = async (): Promise<string[]> =>
  (await log.pool.query<{ id: string }>('SELECT id FROM audit_entries ORDER BY at, id')).rows.map(({ id }) => id);

describe('retention', () => {
  it('removes the beginning of the chain, which is whole from there on', async () => {
    await log.add(4, daysAgo(400));
    const young = await log.add(3, daysAgo(40));
    await log.chain();
    const head = await log.head();
    expect(await remove(daysAgo(365), 3)).toBe(3);
    expect(await remove(daysAgo(365), 3)).toBe(1);
    expect(await remove(daysAgo(365), 3)).toBe(0);
    expect(await kept()).toEqual(young);
    const { code, text } = await log.verify('--head', head);
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/from position 5 to 7\.[\s\S]*Removed as too old: entries from before/),
    ]);
    expect((await log.verify('--head', `2:${'0'.repeat(64)}`)).text).toContain('older than what is kept');
  });

  it('lets no entry from a clock that was ahead keep those behind it', async () => {
    await log.add(1, daysAgo(400));
    await log.add(1, daysAgo(-3_000));
    await log.chain();
    await log.add(2, daysAgo(399));
    const young = await log.add(2, daysAgo(40));
    await log.chain();
    // As it is a year later.
    await log.pool.query("UPDATE audit_chain SET linked_at = linked_at - interval '400 days'");
    expect(await remove(daysAgo(365))).toBe(4);
    expect(await kept()).toEqual(young);
    expect((await log.verify()).code).toBe(0);
  });

  it('keeps an entry from a clock that is ahead as long as others', async () => {
    const ahead = await log.add(1, daysAgo(-3_000));
    await log.chain();
    expect(await remove(daysAgo(31))).toBe(0);
    expect(await kept()).toEqual(ahead);
  });

  it('lets the chain go on after all of it was removed', async () => {
    await log.add(2, daysAgo(400));
    await log.chain();
    await remove(daysAgo(365));
    await log.add(1, daysAgo(1));
    await log.chain();
    expect((await log.verify()).text).toContain('from position 3 to 3');
  });

  it('removes nothing younger than 30 days, whatever is asked for, and nothing without a link', async () => {
    await log.add(1, daysAgo(400));
    expect(await remove(daysAgo(0))).toBe(0);
    const young = await log.add(2, daysAgo(29));
    await log.chain();
    expect(await remove(daysAgo(-1))).toBe(1);
    expect(await kept()).toEqual(young);
  });
});

it('entries from before the chain are linked first, from the oldest on', async () => {
  await log.pool.query('ALTER TABLE audit_entries DISABLE TRIGGER ALL');
  const former = await log.add(5, daysAgo(100));
  await log.pool.query('ALTER TABLE audit_entries ENABLE TRIGGER ALL');
  await log.pool.query("UPDATE audit_anchor SET next_at = '-infinity', next_id = ''");
  const later = await log.add(2, daysAgo(1));
  expect((await log.verify()).code).toBe(0);
  await eventually(async () => {
    await log.chain(2);
    const { rows } = await log.pool.query<{ entry_id: string }>('SELECT entry_id FROM audit_chain ORDER BY position');
    expect(rows.map(({ entry_id: id }) => id)).toEqual([...former, ...later]);
  });
  expect((await log.verify()).code).toBe(0);
});

it('the role of the service can add and read entries, link them, and change none', async () => {
  const role = { name: databaseOf(log.url), password: 'for this test' };
  await ensureServiceRole(log.url, role);
  const own = new URL(log.url);
  [own.username, own.password] = [role.name, encodeURIComponent(role.password)];
  const pool = createPool(own.href, { applicationName: 'tests', max: 1 });
  try {
    await pool.query("INSERT INTO audit_entries (id, at, action) VALUES ('aud_1', now(), 'test.added')");
    await pool.query('SELECT chained FROM chain_audit_entries(10)');
    expect((await pool.query('SELECT id FROM audit_log')).rows).toEqual([{ id: 'aud_1' }]);
    for (const refused of [
      "UPDATE audit_entries SET action = 'test.changed'",
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      'DROP TABLE audit_entries CASCADE',
      'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
      "INSERT INTO audit_chain (position, entry_id, at, hash) VALUES (9, 'x', now(), '')",
      'DELETE FROM audit_chain',
      'DELETE FROM audit_unchained',
      'UPDATE audit_anchor SET position = 0',
      'SELECT queue_former_audit_entries(1)',
    ])
      await expect(pool.query(refused).then(() => `did ${refused}`)).rejects.toThrow(/permission denied|must be owner/);
  } finally {
    await pool.end();
    await log.pool.query(`REASSIGN OWNED BY ${role.name} TO CURRENT_USER; DROP OWNED BY ${role.name}`);
    await log.pool.query(`DROP ROLE ${role.name}`);
  }
  expect((await log.verify()).code).toBe(0);
});
