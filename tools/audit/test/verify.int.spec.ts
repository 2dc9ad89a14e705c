import { type ChainHarness, startChain } from './chain.harness.js';

let log: ChainHarness;
beforeEach(async () => void (log = await startChain()));
afterEach(() => log.stop());

const run = (sql: string, values: unknown[] = []) => log.pool.query(sql, values);

describe('a chain that nobody touched', () => {
  it('is whole, also with nothing in it', async () => {
    expect(await log.verify()).toEqual({
      code: 0,
      text: expect.stringMatching(/^The chain is whole and has no entries/),
    });
    await log.add(5);
    expect((await log.verify()).text).toContain(
      'Waiting for their link: 5 entries, the oldest from 2026-11-20T10:01:00',
    );
    expect([await log.chain(), await log.chain()]).toEqual([5, 0]);
    const { code, text } = await log.verify();
    expect(code).toBe(0);
    expect(text).toMatch(/^The chain is whole from position 1 to 5\. Head: 5:[0-9a-f]{64}$/);
  });

  it('goes on from a head that was noted', async () => {
    await log.add(3);
    await log.chain();
    const head = await log.head();
    await log.add(2);
    await log.chain();
    expect((await log.verify('--head', head)).code).toBe(0);
  });

  it('has each entry once, however many writers and chainers there are', async () => {
    const isOver = new AbortController();
    const chaining = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (!isOver.signal.aborted) await log.chain(7);
      }),
    );
    const ids = await Promise.all(Array.from({ length: 40 }, () => log.add(5)));
    isOver.abort();
    await chaining;
    while ((await log.chain()) > 0);
    const { rows } = await run('SELECT entry_id FROM audit_chain ORDER BY entry_id');
    expect(rows.map(({ entry_id: id }) => id as string)).toEqual(ids.flat().sort());
    expect((await log.verify()).text).toContain('from position 1 to 200');
  });

  it('does not wait for an entry whose transaction is open, and links it later', async () => {
    const open = await log.pool.connect();
    try {
      await open.query('BEGIN');
      await open.query("INSERT INTO audit_entries (id, at, action) VALUES ('aud_slow', '2026-11-20', 'test.slow')");
      await log.add(2);
      expect(await log.chain()).toBe(2);
      await open.query('COMMIT');
    } finally {
      open.release();
    }
    expect(await log.chain()).toBe(1);
    expect((await log.verify()).code).toBe(0);
  });
});

describe('a chain', () => {
  let ids: string[];
  let head: string;
  beforeEach(async () => {
    ids = await log.add(6);
    await log.chain();
    head = await log.head();
  });
  const broken = async (why: string, ...argv: string[]) =>
    expect(await log.verify(...argv)).toEqual({ code: 1, text: expect.stringContaining(`BROKEN. ${why}`) });

  it.each([
    ['details', `'{"scopes": ["admin"]}'`],
    ['at', "at + interval '1 second'"],
    ['address', 'NULL'],
    ['actor_id', "''"],
  ])('names the entry whose %s was changed', async (column, value) => {
    await run(`UPDATE audit_entries SET ${column} = ${value} WHERE id = $1`, [ids[2]]);
    await broken(`Position 3, entry ${ids[2]}: the entry or its link was changed or moved.`);
    expect((await log.verify()).text).toMatch(/Positions 1 to 2 are sound up to 2:[0-9a-f]{64}/);
  });

  it('names the entry that was removed', async () => {
    await run('DELETE FROM audit_entries WHERE id = $1', [ids[3]]);
    await broken(`Position 4, entry ${ids[3]}: the entry was removed.`);
  });

  it('names the position whose link was removed with its entry', async () => {
    await run('DELETE FROM audit_entries WHERE id = $1', [ids[3]]);
    await run('DELETE FROM audit_chain WHERE entry_id = $1', [ids[3]]);
    await broken('Position 4: the link is missing.');
  });

  it('names the first of the entries that changed places', async () => {
    await run(
      `UPDATE audit_chain SET entry_id = CASE entry_id WHEN $1 THEN $2 ELSE $1 END,
        at = (SELECT at FROM audit_entries WHERE id = CASE entry_id WHEN $1 THEN $2 ELSE $1 END)
       WHERE entry_id IN ($1, $2)`,
      [ids[1], ids[4]],
    );
    await broken(`Position 2, entry ${ids[4]}: the entry or its link was changed or moved.`);
  });

  it('names an entry that was added beside it', async () => {
    await run('ALTER TABLE audit_entries DISABLE TRIGGER ALL');
    const [beside] = await log.add(1);
    await broken(`Entry ${beside}: it was added beside the chain.`);
  });

  it('shows an entry that was removed before it had its link', async () => {
    const [gone] = await log.add(1);
    await run('DELETE FROM audit_entries WHERE id = $1', [gone]);
    await log.chain();
    await broken(`Position 7, entry ${gone}: the entry was removed.`);
  });

  it('that lost its end is found out by a head that was noted', async () => {
    await run('DELETE FROM audit_entries WHERE id = ANY ($1)', [ids.slice(4)]);
    await run('DELETE FROM audit_chain WHERE position > 4');
    expect((await log.verify()).code).toBe(0);
    await broken('The chain was cut off: it ends at position 4.', '--head', head);
  });

  it('that was written anew is found out by a head that was noted', async () => {
    await run("UPDATE audit_entries SET details = '{}' WHERE id = $1", [ids[0]]);
    await run('DELETE FROM audit_chain');
    await run('INSERT INTO audit_unchained (entry_id, at, due_at) SELECT id, at, now() FROM audit_entries');
    await log.chain();
    expect((await log.verify()).code).toBe(0);
    await broken('The chain was written anew: at position 6 the hash is', '--head', head);
  });
});

it('a database that cannot be checked is another outcome than a broken chain', async () => {
  await run('DELETE FROM audit_anchor');
  expect(await log.verify()).toMatchObject({ code: 2, text: expect.stringContaining('audit_anchor') });
  expect(await log.verify('--head', 'x')).toMatchObject({ code: 2 });
});
